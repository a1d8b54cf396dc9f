import type { AccessEffect } from '@verbatim/contract/access-effect.ts'
import { ConfirmModal } from '@verbatim/ui/ConfirmModal.tsx'
import { effectLines, takesAway } from './effect-words.ts'

interface AccessEffectModalProps {
  /** Undefined while nothing needs confirmation. */
  effect: AccessEffect | undefined
  confirmLabel: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a change is saved, and shows its effect on users. */
export function AccessEffectModal({ effect, ...asking }: AccessEffectModalProps) {
  return (
    <ConfirmModal
      opened={effect !== undefined}
      title="Review the effect of this change"
      destructive={effect !== undefined && takesAway(effect)}
      {...asking}
    >
      <ul>{effect && effectLines(effect).map((line) => <li key={line}>{line}</li>)}</ul>
      <p>It takes effect within seconds, including for users who are signed in.</p>
    </ConfirmModal>
  )
}
