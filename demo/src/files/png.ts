import { crc32, deflateSync } from 'node:zlib'

/** A picture of palette colours, one byte per pixel. */
export interface Canvas {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

export function canvas(width: number, height: number): Canvas {
  return { width, height, pixels: new Uint8Array(width * height) }
}

/** Paints a rectangle, cut to the canvas. */
export function fill(
  on: Canvas,
  color: number,
  area: { x: number; y: number; width: number; height: number },
): void {
  const right = Math.min(on.width, Math.round(area.x + area.width))
  const bottom = Math.min(on.height, Math.round(area.y + area.height))
  for (let y = Math.max(0, Math.round(area.y)); y < bottom; y += 1) {
    on.pixels.fill(color, y * on.width + Math.max(0, Math.round(area.x)), y * on.width + right)
  }
}

/** The canvas as a PNG file with a palette. Source: PNG specification, third edition. */
export function encodePng({ width, height, pixels }: Canvas, palette: readonly string[]): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8) // 8 bits per pixel, palette, deflate, no filter choice, no interlace
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1)
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.join(''), 'hex')),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
