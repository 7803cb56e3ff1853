/** `path`: the folder of the site that gets the playground's files, "playground" unless said. */
export default function attentionPlayground(options?: { path?: string }): {
  name: string;
  [hook: string]: unknown;
};
