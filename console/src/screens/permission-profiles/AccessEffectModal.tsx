import type { AccessEffect } from '@verbatim/contract/access-effect.ts'
import { ConfirmModal } from '@verbatim/ui/dialogs/ConfirmModal.tsx'
import { takesAway } from './effect-words.ts'
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
  return (
    <ConfirmModal
      opened={effect !== undefined}
      title="Review the effect of this change"
      destructive={isLoss}
      confirmLabel={isLoss ? 'Save and remove access' : confirmLabel}
      {...asking}
    >
      {effect && <EffectLines effect={effect} />}
      <p>It takes effect within seconds, including for users who are signed in.</p>
    </ConfirmModal>
  )
}
