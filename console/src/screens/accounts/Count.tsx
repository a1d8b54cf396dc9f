import { Text } from '@mantine/core'
import { numberText } from '@verbatim/ui/dates.ts'

/** A count that is quiet at nought, and loud where it stands for something that needs a look. */
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
