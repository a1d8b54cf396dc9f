import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Failure } from '@verbatim/client/failure.ts'
import { type ReactNode, useState } from 'react'
import { DialogFrame } from '@verbatim/ui/dialogs/DialogFrame.tsx'
import type { DialogSize } from '@verbatim/ui/dialogs/dialog-size.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { ChangedAlert } from './ChangedAlert.tsx'
import type { Editor, EditorDefinition, EditorProps, EditorTypes } from './define-editor.ts'
import { differencesOf } from './differences.ts'
import { EditorButtons } from './EditorButtons.tsx'
import { PendingDialog } from './PendingDialog.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'
import { isIn } from './use-editing.ts'
import { useEditor } from './use-editor.ts'
import { useEditorPlace } from './use-editor-place.ts'

interface Of<S extends EditorTypes> {
  /** Must be constant: another definition means another editor. */
  of: EditorDefinition<S>
}

/** A dialog over a list for one thing: users with permission edit it, others read it. */
export function EditorScreen<S extends EditorTypes>({ of }: Of<S>) {
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(of.query(useApi(), id))
  const { close } = useEditorPlace(of, id)
  if (data) return <EditorDialog key={id} of={of} latest={data} />
  return (
    <PendingDialog
      title={capital(of.noun)}
      error={error}
      size={sizeOf(of, false)}
      onRetry={() => void refetch()}
      onClose={close}
    />
  )
}

/** A dialog over a list for a new thing. */
export function NewScreen<S extends EditorTypes>({ of }: Of<S>) {
  const { close } = useEditorPlace(of, undefined)
  if (useCan(of.manage)) return <EditorDialog of={of} latest={undefined} />
  const error = new Failure('access.denied', { details: { permission: of.manage } })
  return <PendingDialog title={newTitle(of)} error={error} onClose={close} />
}

function EditorDialog<S extends EditorTypes>({ of, latest }: Of<S> & { latest: S['thing'] | undefined }) {
  const editor = useEditor(of, latest)
  const { base, place, question } = editor
  const [isGuarded, setGuarded] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const tab = of.tabs.find(({ id }) => id === place.tab)
  const dialog = base && of.dialogs?.find(({ id }) => id === place.dialog)
  const { Question, Notice, Note, Frame = Unframed } = of
  if (!tab) return null
  const { Content, Side, isSideLater } = tab
  return (
    <Frame editor={editor}>
      <DialogFrame
        title={base ? <bdi>{of.nameOf(base)}</bdi> : newTitle(of)}
        note={base && Note && <Note editor={editor} />}
        tabs={tabsOf(of, editor)}
        size={sizeOf(of, base === undefined)}
        isFull={of.tabs.some(({ Side: ofTab }) => ofTab)}
        side={Side && (base || !isSideLater) && <Side editor={editor} />}
        isLocked={editor.isSaving}
        isCovered={[isGuarded, isRemoving, question, dialog].some(Boolean)}
        footer={<Footer of={of} editor={editor} onRemove={() => setRemoving(true)} />}
        onClose={place.close}
      >
        {Notice && <Notice editor={editor} />}
        <NewerNotice of={of} editor={editor} />
        <Content key={tab.id} editor={editor} />
        <Guard of={of} editor={editor} onAsk={setGuarded} />
        {dialog && <dialog.Content editor={editor} />}
        {Question && <Question editor={editor} />}
        {isRemoving && <Removal of={of} editor={editor} onClose={() => setRemoving(false)} />}
      </DialogFrame>
    </Frame>
  )
}

/** The same for all tabs: a dialog that changes its width moves what one is about to press. */
function sizeOf<S extends EditorTypes>({ size, tabs }: EditorDefinition<S>, isNew: boolean): DialogSize {
  const hasSide = tabs.some(({ Side, isSideLater }) => Side && !(isNew && isSideLater))
  return size ?? (hasSide ? 'large' : 'medium')
}

function tabsOf<S extends EditorTypes>({ noun, tabs }: EditorDefinition<S>, editor: Editor<S>) {
  const { base, values, form, place } = editor
  if (place.offered.length < 2) return undefined
  const all = tabs
    .filter(({ id }) => place.offered.includes(id))
    .map(({ id, label, fields = [], count, countOf }) => ({
      id,
      label,
      href: place.tabHref(id),
      count: countOf?.(values) ?? (base && count?.(base)),
      hasProblem: Object.keys(form.errors).some((error) => isIn(fields, error)),
    }))
  return { label: capital(noun), all, current: place.tab }
}

const Unframed = ({ children }: { children: ReactNode }) => children

type OfEditor<S extends EditorTypes> = Of<S> & EditorProps<S>

function Guard<S extends EditorTypes>({ of, editor, onAsk }: OfEditor<S> & { onAsk: (is: boolean) => void }) {
  const { base, values, place, isDirty, isSaving, isLeaving, keep } = editor
  const changed = () => {
    if (!base) return []
    const [before, now] = [of.wordsOf(of.toValues(base), base), of.wordsOf(values, base)]
    return differencesOf({ before, theirs: now, mine: now }).map(({ what }) => what)
  }
  return (
    <UnsavedGuard
      thing={of.noun}
      isSame={(_, next) => place.isHere(next)}
      isDirty={isDirty}
      isSaving={isSaving}
      changed={changed}
      isLeaving={isLeaving}
      onAsk={onAsk}
      onExpelled={keep}
    />
  )
}

function Removal<S extends EditorTypes>({
  of: { removal },
  editor,
  onClose,
}: OfEditor<S> & { onClose: () => void }) {
  const { base, leave } = editor
  const undo = removal?.useUndo?.()
  if (!base || !removal) return null
  const onRemoved = () =>
    leave({ tone: 'done', title: removal.done(base), ...(undo && { action: undo(base) }) })
  return <removal.Question thing={base} onRemoved={onRemoved} onClose={onClose} />
}

/** Another user's changes, and two ways to continue. */
function NewerNotice<S extends EditorTypes>({ of, editor }: OfEditor<S>): ReactNode {
  const { base, latest, newer, values } = editor
  if (!base || !latest || !newer) return null
  const { toValues, wordsOf, furtherDifferences, changedBy, noun } = of
  const three = { before: toValues(base), theirs: toValues(latest), mine: values }
  return (
    <ChangedAlert
      thing={`this ${noun}`}
      changed={changedBy?.(latest)}
      differences={[
        ...differencesOf({
          before: wordsOf(three.before, base),
          theirs: wordsOf(three.theirs, latest),
          mine: wordsOf(values, base),
        }),
        ...(furtherDifferences?.(three) ?? []),
      ]}
      {...newer}
    />
  )
}

function Footer<S extends EditorTypes>({ of, editor, onRemove }: OfEditor<S> & { onRemove: () => void }) {
  const { base, place, canEdit, isDirty, isSaving, submit } = editor
  const { noun, short = noun, creation, removal } = of
  const created = creation?.submit ?? `Create ${short}`
  return (
    <EditorButtons
      submitLabel={base ? `Save ${short}` : created}
      canEdit={canEdit}
      isIdle={base !== undefined && !isDirty}
      isSaving={isSaving}
      removal={base && removal && <removal.Button thing={base} onClick={onRemove} />}
      onSubmit={submit}
      onClose={place.close}
    />
  )
}

const newTitle = <S extends EditorTypes>({ noun, creation }: EditorDefinition<S>) =>
  creation?.title ?? `New ${noun}`

const capital = (noun: string) => noun.charAt(0).toUpperCase() + noun.slice(1)
