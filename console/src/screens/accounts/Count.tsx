import { Text } from '@mantine/core'
import { numberText } from '@verbatim/ui/dates.ts'

/** A count that is muted at zero, and prominent if it counts problems. */
export function Count({ value, isProblem }: { value: number; isProblem?: boolean }) {
  if (value === 0)
    return (
      <Text span c="dimmed">
        0
      </Text>
    )
  return (
    <Text span {...(isProblem && { c: 'var(--mantine-color-error)', fw: 600 })}>
      {numberText(value)}
    </Text>
  )
}
