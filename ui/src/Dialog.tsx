import { Modal, type ModalProps } from '@mantine/core'
import { useEscape } from './escape.tsx'
import { useFocusReturn } from './use-focus-return.ts'

/** A question or a short form over the page. */
export function Dialog({ opened, onClose, ...others }: ModalProps) {
  useEscape(opened, onClose)
  useFocusReturn(opened)
  return (
    // While it fades out it takes no focus, because that returns to the previous element.
    <Modal opened={opened} onClose={onClose} returnFocus={false} inert={!opened} {...others} />
  )
}
