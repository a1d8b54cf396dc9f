import '@verbatim/ui/mantine-later.css'
import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { useState } from 'react'

interface CodeDialogProps {
  title: string
  onSubmit: (code: string) => Promise<void>
  onClose: () => void
}

/** Asks for a code of the second step in force, or a recovery code in its place. */
export function CodeDialog({ title, onSubmit, onClose }: CodeDialogProps) {
  const [code, setCode] = useState('')
  const submit = useMutation({ mutationFn: onSubmit })
  return (
    <Modal opened title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit.mutate(code.trim())
        }}
      >
        <Stack>
          {submit.error && (
            <Alert color="red" role="alert">
              {asFailure(submit.error).message}
            </Alert>
          )}
          <TextInput
            label="Code"
            description="The six digits of your authenticator, or a recovery code."
            autoComplete="one-time-code"
            data-autofocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={submit.isPending} disabled={code.trim().length < 6}>
              Continue
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
