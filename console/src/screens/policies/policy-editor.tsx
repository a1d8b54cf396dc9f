import { createPolicy, updatePolicy } from '@verbatim/contract/policies.ts'
import { EditorApproval } from '#approval/EditorApproval.tsx'
import { orApproval, type Unapproved } from '#approval/or-approval.ts'
import { AwaitingApproval } from '#approval/AwaitingApproval.tsx'
import { asFailure } from '@verbatim/client/failure.ts'
import { ConfirmModal } from '@verbatim/ui/dialogs/ConfirmModal.tsx'
import { defineEditor, type EditorProps, type Outcome, type Saving } from '#editor/define-editor.ts'
import { EditorScreen, NewScreen } from '#editor/EditorDialog.tsx'
import { DetailsTab } from './DetailsTab.tsx'
import { ImportDialog } from '#screens/policies/rules/ImportDialog.tsx'
import { fieldOf } from './policy-failures.ts'
import {
  isSamePolicy,
  type NamedPolicy,
  newPolicy,
  type PolicyBody,
  policyBody,
  policyPlace,
  type PolicyValues,
  toUpdate,
  toValues,
} from './policy-form.ts'
import { mergePolicies, policyWords, ruleDifferences } from './policy-merge.ts'
import { policyQuery, withAllRules, withGroups } from './queries.ts'
import { RulesTab } from '#screens/policies/rules/RulesTab.tsx'
import { TrialFrame, useSharedTrial } from '#screens/policies/rules/TrialFrame.tsx'
import { TrialPanel } from '#screens/policies/rules/TrialPanel.tsx'
import { VersionNote } from './VersionNote.tsx'

export interface PolicyTypes {
  thing: NamedPolicy
  values: PolicyValues
  body: PolicyBody
  /** The change would remove prompt rules, or needs a second person. */
  question: (Next & { readonly message: string }) | Unapproved
  /** A further action after the save; without one it closes the editor. */
  answer: Next & { readonly removePromptRules?: true }
}

interface Next {
  readonly opensImport: boolean
}

const policyEditor = defineEditor<PolicyTypes>({
  noun: 'policy',
  nameOf: ({ name }) => name,
  place: policyPlace,
  slice: 'policies',
  query: policyQuery,
  manage: 'policies.manage',
  tabs: [
    {
      id: 'details',
      label: 'Policy Details',
      fields: ['name', 'groups'],
      Content: DetailsTab,
      Side: TrialSide,
    },
    {
      id: 'rules',
      label: 'Policy Rules',
      fields: ['rules'],
      countOf: ({ rules }) => rules.length,
      Content: ({ editor }) => <RulesTab key={editor.base?.version} editor={editor} />,
      Side: TrialSide,
    },
  ],
  blank: newPolicy,
  toValues,
  ...policyBody,
  wordsOf: policyWords,
  furtherDifferences: ruleDifferences,
  isSame: isSamePolicy,
  merge: mergePolicies,
  changedBy: ({ changedBy, changedAt }) => ({ by: changedBy, at: changedAt }),
  changed: 'policy.changed',
  fieldOf,
  save: savePolicy,
  Note: ({ editor: { base, newer, latest } }) =>
    base && <VersionNote policy={base} newest={newer && latest?.version} />,
  Frame: TrialFrame,
  dialogs: [{ id: 'import', Content: Import }],
  Notice: ({ editor: { base } }) => base && <AwaitingApproval policyId={base.id} />,
  Question,
})

export const PolicyEditor = () => <EditorScreen of={policyEditor} />
export const NewPolicyScreen = () => <NewScreen of={policyEditor} />

/** Creates a policy, or a new version of `base` with the changes. */
function savePolicy(saving: Saving<PolicyTypes>, body: PolicyBody): Promise<Outcome<PolicyTypes>> {
  const { base, values, answer } = saving
  const update = base && { ...toUpdate(base, values), removePromptRules: answer?.removePromptRules }
  return orApproval(
    savePolicyAtOnce(saving, { body, update }),
    base
      ? { operation: 'update-policy', policyId: base.id, body: { ...update } }
      : { operation: 'create-policy', body },
  )
}

interface PolicyBodies {
  readonly body: PolicyBody
  /** For a policy that there is. */
  readonly update: object | undefined
}

async function savePolicyAtOnce(
  { api, base, values, answer }: Saving<PolicyTypes>,
  { body, update }: PolicyBodies,
): Promise<Outcome<PolicyTypes>> {
  const opensImport = answer?.opensImport ?? false
  try {
    const policy = base
      ? await api(updatePolicy, { params: { id: base.id }, body: { ...update } })
      : await api(createPolicy, { body })
    const saved = withGroups(opensImport ? await withAllRules(api, policy) : policy, values.groups)
    if (opensImport) return { saved, next: { tab: 'rules', dialog: 'import' } }
    const title = `“${saved.name}” was ${base ? 'saved' : 'created'}`
    const message = 'It applies to messages from now on.'
    return { saved, toast: { tone: 'done', title, ...(saved.enabled && { message }) } }
  } catch (error) {
    const { code, message } = asFailure(error)
    if (code === 'policy.removes-prompts') return { question: { message, opensImport } }
    throw error
  }
}

function Question({ editor }: EditorProps<PolicyTypes>) {
  const { question, isSaving, answer, forget } = editor
  const prompts = question && 'message' in question ? question : undefined
  return (
    <>
      <EditorApproval editor={editor} />
      <ConfirmModal
        opened={prompts !== undefined}
        title="Remove the prompt rules?"
        confirmLabel="Remove them and save"
        destructive
        busy={isSaving}
        onConfirm={() => prompts && answer({ opensImport: prompts.opensImport, removePromptRules: true })}
        onClose={forget}
      >
        {prompts?.message}
      </ConfirmModal>
    </>
  )
}

/** Files can be imported only into a saved policy. */
function Import({ editor: { base, place } }: EditorProps<PolicyTypes>) {
  return base && <ImportDialog policy={base} onClose={() => place.goTo('rules')} />
}

function TrialSide({ editor: { values } }: EditorProps<PolicyTypes>) {
  return <TrialPanel values={values} trial={useSharedTrial()} />
}
