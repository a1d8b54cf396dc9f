import { encode } from 'uqr'
import { html, type Markup } from './markup.ts'

/** A QR code, drawn without script or style: dark on light in every color scheme, because scanners expect that. */
export function qrCode(text: string, label: string): Markup {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return html`<svg
    class="code"
    role="img"
    aria-label="${label}"
    viewBox="0 0 ${String(size)} ${String(size)}"
    shape-rendering="crispEdges"
  >
    <rect width="${String(size)}" height="${String(size)}" fill="#fff" />
    <path d="${dark.join('')}" fill="#000" />
  </svg>`
}
