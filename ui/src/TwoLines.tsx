import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A cell of two lines: the row's name, and below it, smaller, a further fact. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      {first}
      {second && (
        <>
          <br />
          <Text span size="xs" c="dimmed">
            {second}
          </Text>
        </>
      )}
    </>
  )
}
