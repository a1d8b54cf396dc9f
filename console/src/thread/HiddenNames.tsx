import { IconEyeOff } from '@tabler/icons-react'
import { useCan, useViewer } from '#shell/use-app-context.ts'
import classes from './HiddenNames.module.css'

/** Above a list: that its names are pseudonyms, and where the real ones are. */
export function HiddenNames() {
  const { readsUnderPseudonyms } = useViewer()
  const mayReveal = useCan('messages.reveal_identity')
  if (!readsUnderPseudonyms) return
  return (
    <p className={classes.hidden}>
      <IconEyeOff size={14} aria-hidden />
      Names are hidden.{mayReveal && ' Open a conversation to show them.'}
    </p>
  )
}
