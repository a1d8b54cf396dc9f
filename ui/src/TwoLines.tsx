import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A cell of two lines: what a row is, and below it, smaller, what else is to be known. */
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
