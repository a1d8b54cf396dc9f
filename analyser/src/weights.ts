/**
 * The fitted weights as shipped: hashed buckets and bytes, without words or sentences.
 * Layout, little-endian: magic `VAW1`, then scale of the word weights and of the cue weights (float32 each), the five
 * biases (float32), then five int8 per word bucket and five int8 per cue bucket, in the order of the contract's categories.
 */
import { categories } from './categories.ts'
import { cueBuckets, wordBuckets } from './features.ts'

const magic = 0x31574156
const classes = categories.length
const headLength = 4 + 4 + 4 + classes * 4

export interface Weights {
  readonly biases: Float32Array
  readonly wordScale: number
  readonly cueScale: number
  readonly words: Int8Array
  readonly cues: Int8Array
}

/** @throws RangeError when the bytes are not weights of this format. */
export function readWeights(bytes: Uint8Array): Weights {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const expected = headLength + (wordBuckets + cueBuckets) * classes
  if (bytes.byteLength !== expected || view.getUint32(0, true) !== magic) {
    throw new RangeError('The analyser weights are not of the format this build reads.')
  }
  const biases = Float32Array.from({ length: classes }, (_, at) => view.getFloat32(12 + at * 4, true))
  const body = new Int8Array(bytes.buffer, bytes.byteOffset + headLength, expected - headLength)
  return {
    biases,
    wordScale: view.getFloat32(4, true),
    cueScale: view.getFloat32(8, true),
    words: body.subarray(0, wordBuckets * classes),
    cues: body.subarray(wordBuckets * classes),
  }
}

/** Quantises fitted weights to bytes: each table by its own scale, clipped at its 99.95th percentile. */
export function writeWeights(biases: Float32Array, words: Float32Array, cues: Float32Array): Uint8Array {
  const bytes = new Uint8Array(headLength + words.length + cues.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, magic, true)
  biases.forEach((bias, at) => view.setFloat32(12 + at * 4, bias, true))
  let offset = headLength
  for (const [table, scaleAt] of [
    [words, 4],
    [cues, 8],
  ] as const) {
    const scale = scaleOf(table)
    view.setFloat32(scaleAt, scale, true)
    for (const weight of table)
      view.setInt8(offset++, Math.max(-127, Math.min(127, Math.round(weight / scale))))
  }
  return bytes
}

function scaleOf(table: Float32Array): number {
  const sizes = table
    .map(Math.abs)
    .filter((size) => size > 0)
    .sort()
  const top = sizes[Math.floor(sizes.length * 0.9995)] ?? 0
  return (top || 1) / 127
}
