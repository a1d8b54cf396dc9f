import type { Random } from '#random.ts'
import { type Canvas, canvas, encodePng, fill } from './png.ts'

// Paper, grid, ink, indigo, teal, amber, shade.
const palette = ['ffffff', 'e7e9f0', '333a4d', '4c5fd5', '1fa58a', 'e0a33e', 'cfd5ee']

/** A performance chart: a line over a shaded area, or quarterly bars. */
export function chartPicture(random: Random): Uint8Array {
  const paper = canvas(360, 200)
  for (let y = 20; y < 180; y += 32) fill(paper, 1, { x: 24, y, width: 316, height: 1 })
  if (random.chance(0.6)) drawLine(paper, random)
  else drawBars(paper, random)
  fill(paper, 2, { x: 24, y: 180, width: 316, height: 2 })
  fill(paper, 2, { x: 24, y: 16, width: 2, height: 166 })
  return encodePng(paper, palette)
}

function drawLine(paper: Canvas, random: Random): void {
  let height = 50 + random.int(40)
  const drift = 0.05 + random.next() * 0.22
  for (let x = 0; x < 314; x += 1) {
    height = Math.min(150, Math.max(8, height + drift + random.normal() * 1.6))
    fill(paper, 6, { x: 26 + x, y: 180 - height, width: 1, height })
    fill(paper, 3, { x: 26 + x, y: 178 - height, width: 1, height: 4 })
  }
}

function drawBars(paper: Canvas, random: Random): void {
  const colors = [3, 4, 5]
  for (let bar = 0; bar < 8; bar += 1) {
    const height = 30 + random.int(115)
    fill(paper, colors[bar % 3] ?? 3, { x: 40 + bar * 37, y: 180 - height, width: 24, height })
  }
}

/** A scanned letter: lines of grey words under a letterhead. */
export function scanPicture(random: Random): Uint8Array {
  const paper = canvas(240, 320)
  fill(paper, 3, { x: 24, y: 24, width: 60 + random.int(50), height: 12 })
  for (let y = 64; y < 270; y += 14) {
    let x = 24
    const end = y % 70 === 50 ? 120 : 216
    while (x < end) {
      const width = 8 + random.int(26)
      fill(paper, 2, { x, y, width: Math.min(width, end - x), height: 4 })
      x += width + 5
    }
  }
  fill(paper, 4, { x: 24, y: 288, width: 70, height: 3 })
  return encodePng(paper, palette)
}
