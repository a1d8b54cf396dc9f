import '@verbatim/ui/mantine-later.css'
import { Modal } from '@mantine/core'
import { RecoveryCodes } from '@verbatim/ui/RecoveryCodes.tsx'

/** Tells recovery codes, this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Modal opened title="Your recovery codes" onClose={onClose} closeOnClickOutside={false}>
      <RecoveryCodes codes={codes} onKept={onClose} />
    </Modal>
  )
}
