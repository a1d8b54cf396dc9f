import { Modal, type ModalProps } from '@mantine/core'
import { useEscape } from './escape.tsx'
import { useFocusReturn } from './use-focus-return.ts'

/** A question or a short form over the page. */
export function Dialog({ opened, onClose, ...others }: ModalProps) {
  useEscape(opened, onClose)
  useFocusReturn(opened)
  return (
    // While it fades it takes no focus: that belongs to what had it before.
    <Modal opened={opened} onClose={onClose} returnFocus={false} inert={!opened} {...others} />
  )
}
