import { Modal, type ModalProps } from '@mantine/core'
import { type DialogSize, dialogWidths } from './dialog-size.ts'
import { useEscape } from '#escape.tsx'
import { useFocusReturn } from '#use-focus-return.ts'

interface DialogProps extends Omit<ModalProps, 'size'> {
  /** A question is small, a form or a list medium. */
  size?: Exclude<DialogSize, 'page'>
}

/** A question or a short form over the page. */
export function Dialog({ opened, onClose, size = 'small', ...others }: DialogProps) {
  useEscape(opened, onClose)
  const layer = useFocusReturn(opened)
  return (
    <Modal
      ref={layer}
      opened={opened}
      onClose={onClose}
      size={dialogWidths[size]}
      returnFocus={false}
      // While it fades it takes no focus: that belongs to what had it before.
      inert={!opened}
      {...others}
    />
  )
}
