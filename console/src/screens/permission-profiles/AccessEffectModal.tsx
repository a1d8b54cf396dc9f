import type { AccessEffect } from '@verbatim/contract/access-effect.ts'
import { ConfirmModal } from '@verbatim/ui/dialogs/ConfirmModal.tsx'
import { givesMore, takesAway } from './effect-words.ts'
import { EffectLines } from './EffectLines.tsx'

interface AccessEffectModalProps {
  /** Undefined while nothing needs confirmation. */
  effect: AccessEffect | undefined
  /** If nothing is lost: "Save user". */
  confirmLabel: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a change is saved, and shows its effect on users. */
export function AccessEffectModal({ effect, confirmLabel, ...asking }: AccessEffectModalProps) {
  const isLoss = effect !== undefined && takesAway(effect)
  const lossLabel = effect && givesMore(effect) ? 'Save and change access' : 'Save and remove access'
  return (
    <ConfirmModal
      opened={effect !== undefined}
      title="Review the effect of this change"
      destructive={isLoss}
      confirmLabel={isLoss ? lossLabel : confirmLabel}
      {...asking}
    >
      {effect && <EffectLines effect={effect} />}
      <p>The change takes effect within seconds, including for users who are signed in.</p>
    </ConfirmModal>
  )
}
