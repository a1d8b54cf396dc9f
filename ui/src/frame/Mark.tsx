/** The product's logo: a letter above the line that marks evidence. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill="var(--mantine-color-indigo-7)" />
      <path
        d="M9 7.5 16 19.5 23 7.5"
        fill="none"
        stroke="var(--mantine-color-white)"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M9 25h14" stroke="var(--mantine-color-red-4)" strokeWidth="3.2" strokeLinecap="round" />
    </svg>
  )
}
