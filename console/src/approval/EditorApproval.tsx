import type { Toast } from '@verbatim/ui/Toasts.tsx'
import { ApprovalQuestion } from './ApprovalQuestion.tsx'
import type { Unapproved } from './or-approval.ts'

interface Asking {
  /** What the editor asks, which may be something else. */
  readonly question: object | undefined
  readonly leave: (toast: Toast) => void
  readonly forget: () => void
}

/** An editor's question whether to send its change to a second person; nothing if it asks something else. */
export function EditorApproval({ editor: { question, leave, forget } }: { editor: Asking }) {
  const unapproved = question && isUnapproved(question) ? question : undefined
  return <ApprovalQuestion {...unapproved} change={unapproved?.change} onSent={leave} onClose={forget} />
}

const isUnapproved = (question: object): question is Unapproved => 'change' in question
