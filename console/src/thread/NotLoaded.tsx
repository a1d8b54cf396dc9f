import { Button, Group, Text } from '@mantine/core'

interface NotLoadedProps {
  /** What is missing: "Evidence". */
  what: string
  /** Undefined while nothing is missing. */
  onRetry: (() => void) | undefined
}

/** Says that a part of a screen could not be loaded: without it, the part would look empty. */
export function NotLoaded({ what, onRetry }: NotLoadedProps) {
  if (!onRetry) return
  return (
    <Group gap="xs" role="alert">
      <Text size="sm">{what} could not be loaded.</Text>
      <Button size="compact-sm" variant="default" onClick={onRetry} data-screen-only>
        Try again
      </Button>
    </Group>
  )
}
