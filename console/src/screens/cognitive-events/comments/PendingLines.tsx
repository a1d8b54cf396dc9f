import { Skeleton, Stack } from '@mantine/core'

const widths = ['70%', '50%', '62%'] as const

/** The placeholder for a few lines that are loading. */
export function PendingLines() {
  return (
    <Stack gap="xs" aria-hidden>
      {widths.map((width) => (
        <Skeleton key={width} height={12} width={width} />
      ))}
    </Stack>
  )
}
