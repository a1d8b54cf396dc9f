import { createContext, type ReactNode, useContext } from 'react'
import type { EditorProps } from '#editor/define-editor.ts'
import type { PolicyTypes } from '#screens/policies/policy-editor.tsx'
import { type Trial, useTrial } from './use-trial.ts'

const TrialContext = createContext<Trial | undefined>(undefined)

/** One trial for the whole editor: the side panel shows its result, and the rules show their errors. */
export function TrialFrame({ editor, children }: EditorProps<PolicyTypes> & { children: ReactNode }) {
  const trial = useTrial(editor.values.rules, editor.base?.id)
  return <TrialContext value={trial}>{children}</TrialContext>
}

/** The trial of the editor around it. */
export function useSharedTrial(): Trial {
  const trial = useContext(TrialContext)
  if (!trial) throw new Error('There is no TrialFrame around this')
  return trial
}
