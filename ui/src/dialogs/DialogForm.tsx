import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogActions } from './DialogActions.tsx'

interface DialogFormProps {
  /** The verb of its button: "Move them and save". */
  submit: string
  busy: boolean
  /** Whether it can be sent; true by default. */
  isReady?: boolean
  /** Why it cannot be sent. */
  why?: string | undefined
  /** Whether sending cannot be undone: the button is red. */
  destructive?: boolean
  /** Whether the dialog opens with the focus on Cancel. */
  isCancelFocused?: boolean
  onSubmit: () => void
  onCancel: () => void
  children: ReactNode
}

/** The form of a dialog: its fields, Cancel, and the button that sends it. */
export function DialogForm(props: DialogFormProps) {
  const { submit, busy, isReady = true, why, destructive = false, onSubmit, children } = props
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onSubmit()
      }}
    >
      <Stack>
        {children}
        <DialogActions onCancel={props.onCancel} isCancelFocused={props.isCancelFocused ?? false}>
          <Button
            type="submit"
            color={destructive ? 'red' : 'indigo'}
            loading={busy}
            disabled={!isReady}
            title={why}
          >
            {submit}
          </Button>
        </DialogActions>
      </Stack>
    </form>
  )
}
