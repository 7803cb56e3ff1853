import attentionPlayground from "attention-playground/vite";

export default { plugins: [attentionPlayground({ path: "playground" })] };
