import type { ProfileEffect } from '@verbatim/contract/permission-profiles.ts'
import { ConfirmModal } from '@verbatim/ui/ConfirmModal.tsx'
import { effectLines, takesAway } from './effect-words.ts'

interface ProfileEffectModalProps {
  /** Undefined while nothing is asked. */
  effect: ProfileEffect | undefined
  confirmLabel: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a profile is saved, with what changes for whom. */
export function ProfileEffectModal({ effect, ...asking }: ProfileEffectModalProps) {
  return (
    <ConfirmModal
      opened={effect !== undefined}
      title="This is what changes"
      destructive={effect !== undefined && takesAway(effect)}
      {...asking}
    >
      <ul>{effect && effectLines(effect).map((line) => <li key={line}>{line}</li>)}</ul>
      <p>It takes effect within seconds, also for whoever is signed in.</p>
    </ConfirmModal>
  )
}
