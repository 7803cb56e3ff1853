// An ONNX model of attention, written byte by byte: the few protobuf fields that it needs, numbered as in onnx.proto.
//
//   scores = MatMul(Q, Transpose(K)) * scale (+ mask);  output = MatMul(Softmax(scores), V)

const kFloat = 1; // TensorProto.DataType
const kInt = 2; // AttributeProto.AttributeType
const kInts = 7;

function varint(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}

const number = (field, value) => [...varint(field * 8), ...varint(value)];
const bytes = (field, content) => [...varint(field * 8 + 2), ...varint(content.length), ...content];
const text = (field, content) => bytes(field, new TextEncoder().encode(content));

const integer = (name, value) => [...text(1, name), ...number(3, value), ...number(20, kInt)];
const integers = (name, values) =>
  [...text(1, name), ...values.flatMap((value) => number(8, value)), ...number(20, kInts)];

const node = (operator, inputs, output, attributes = []) => [
  ...inputs.flatMap((input) => text(1, input)),
  ...text(2, output),
  ...text(4, operator),
  ...attributes.flatMap((attribute) => bytes(5, attribute)),
];

const tensorType = (shape) => bytes(1, [
  ...number(1, kFloat),
  ...bytes(2, shape.flatMap((size) => bytes(1, number(1, size)))),
]);
const valueInfo = (name, shape) => [...text(1, name), ...bytes(2, tensorType(shape))];

const scalar = (name, value) => [
  ...number(2, kFloat),
  ...text(8, name),
  ...bytes(9, new Uint8Array(new Float32Array([value]).buffer)), // little-endian, as every browser's machine is
];

/**
 * @param {number} tokens
 * @param {number} width d_k and d_v
 * @param {boolean} masked whether there is an input `mask` [tokens x tokens] that is added to the scaled scores
 * @returns {Uint8Array} the model; inputs q, k, v (and mask), output o
 */
export function attentionModel(tokens, width, masked) {
  const nodes = [
    node("Transpose", ["k"], "kt", [integers("perm", [1, 0])]),
    node("MatMul", ["q", "kt"], "scores"),
    node("Mul", ["scores", "scale"], "scaled"),
    ...(masked ? [node("Add", ["scaled", "mask"], "logits")] : []),
    node("Softmax", [masked ? "logits" : "scaled"], "weights", [integer("axis", 1)]),
    node("MatMul", ["weights", "v"], "o"),
  ];
  const graph = [
    ...nodes.flatMap((each) => bytes(1, each)),
    ...text(2, "attention"),
    ...bytes(5, scalar("scale", 1 / Math.sqrt(width))),
    ...["q", "k", "v"].flatMap((name) => bytes(11, valueInfo(name, [tokens, width]))),
    ...(masked ? bytes(11, valueInfo("mask", [tokens, tokens])) : []),
    ...bytes(12, valueInfo("o", [tokens, width])),
  ];
  return Uint8Array.from([...number(1, 8), ...bytes(7, graph), ...bytes(8, [...text(1, ""), ...number(2, 17)])]);
}
