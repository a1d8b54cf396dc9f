import { Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** A part of the panel beside a form: what it is about, and its facts. The dialog has the heading above. */
export function SidePart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Stack component="section" gap="md" aria-labelledby={id}>
      <Title order={3} size="h5" id={id}>
        {title}
      </Title>
      {children}
    </Stack>
  )
}
