import { encode } from 'uqr'

interface QrCodeProps {
  text: string
  /** Its description for screen readers. */
  label: string
}

const pixels = 5

/** A QR code: dark on light in every color scheme, because scanners expect that. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      width={size * pixels}
      height={size * pixels}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      style={{ maxWidth: '100%', height: 'auto', alignSelf: 'center', borderRadius: 8, marginBlock: 8 }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
