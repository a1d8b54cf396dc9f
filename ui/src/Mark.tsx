/** The product's logo. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill="var(--mantine-color-indigo-6)" />
      <path
        d="M8 10.5 13.2 22h2.2l1.3-2.9M15.5 10.5 20.7 22M24 10.5 20.7 22"
        fill="none"
        stroke="var(--mantine-color-white)"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
