/** The limits of a file that a reviewer adds to an event as evidence. Source: docs/rules/limits.md. */
export const evidenceFileLimits = {
  sizeBytes: 25 * 1024 * 1024,
  extensions: ['pdf', 'png', 'jpg', 'webp', 'txt', 'csv', 'xlsx', 'docx', 'eml', 'zip'],
} as const

/** Rounded up, so that a file beyond the limit never seems to be within it. */
export const fileSizeText = (sizeBytes: number) =>
  `${(Math.ceil((sizeBytes / 1024 / 1024) * 10) / 10).toLocaleString('en')} MB`
