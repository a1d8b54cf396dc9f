import { Button, Group, Kbd, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'

interface UndoLineProps {
  text: string | undefined
  onUndo: () => void
  /** The note it stands in, which goes when it is used. */
  noteId: string
}

/** What was done, and the way back. */
export function UndoLine({ text, onUndo, noteId }: UndoLineProps) {
  const undo = () => {
    notifications.hide(noteId)
    onUndo()
  }
  return (
    <Group justify="space-between" gap="xs">
      <Text span>{text}</Text>
      <Button size="compact-sm" variant="light" onClick={undo} rightSection={<Kbd size="xs">U</Kbd>}>
        Undo
      </Button>
    </Group>
  )
}
