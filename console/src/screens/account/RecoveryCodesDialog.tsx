import { Dialog } from '@verbatim/ui/dialogs/Dialog.tsx'
import { RecoveryCodes } from '@verbatim/ui/sign-in/RecoveryCodes.tsx'

/** Shows recovery codes, only this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog opened title="Your recovery codes" onClose={onClose} closeOnClickOutside={false}>
      <RecoveryCodes codes={codes} onKept={onClose} />
    </Dialog>
  )
}
