/** A one-page PDF with a title and lines of text. Latin letters only. Source: ISO 32000-1. */
export function textPdf(title: string, lines: readonly string[]): Uint8Array {
  const content = [
    'BT /F1 18 Tf 56 770 Td',
    `(${escaped(title)}) Tj`,
    '/F2 11 Tf 0 -34 Td 16 TL',
    ...lines.map((line) => `(${escaped(line)}) Tj T*`),
    'ET',
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${offsets.length === 0 ? 0 : file.lastIndexOf('xref\n')}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

function escaped(text: string): string {
  return text.replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/g, '?').replaceAll(/[\\()]/g, String.raw`\$&`)
}
