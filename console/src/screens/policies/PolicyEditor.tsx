import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { PolicyDetail } from '@verbatim/contract/policies.ts'
import { ConfirmModal } from '@verbatim/ui/ConfirmModal.tsx'
import { useEffect, useRef, useState } from 'react'
import { ChangedNotice } from './ChangedNotice.tsx'
import { DetailsTab } from './DetailsTab.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { PolicyAddress, usePoliciesAddress } from './policies-address.ts'
import { tabOf } from './policy-validation.ts'
import { DialogFrame } from '@verbatim/ui/DialogFrame.tsx'
import { RulesTab } from './RulesTab.tsx'
import { TrialPanel } from './TrialPanel.tsx'
import { type Place, UnsavedGuard } from '#editor/UnsavedGuard.tsx'
import { type PolicyEditing, usePolicyEditor } from './use-policy-editor.ts'
import { usePolicyTabs } from './use-policy-tabs.ts'
import { useTrial } from './use-trial.ts'
import { VersionNote } from './VersionNote.tsx'

/** A policy to be written: a new one, or the next version of one that stands. */
export function PolicyEditor({ latest }: { latest: PolicyDetail | undefined }) {
  const { close } = usePoliciesAddress()
  const [openRule, setOpenRule] = useState<string>()
  const showWrong = useShowWrong(setOpenRule)
  const editing = usePolicyEditor(latest, showWrong)
  const { base, values, errors, newer, isDirty } = editing
  const { tab, tabs } = usePolicyTabs(values.rules.length, undefined, errors)
  const trial = useTrial(values.rules, base?.id)
  const [isGuarded, setGuarded] = useState(false)
  const importing = useImporting(base)
  return (
    <DialogFrame
      title={base ? <bdi>{base.name}</bdi> : 'New policy'}
      note={base && <VersionNote policy={base} newest={newer?.version} />}
      tabs={{ label: 'Policy', all: tabs, current: tab }}
      isCovered={isGuarded || importing.isOpen || editing.promptsAsked !== undefined}
      side={<TrialPanel values={values} trial={trial} />}
      footer={<Footer editing={editing} onClose={close} />}
      onClose={close}
    >
      {base && newer && (
        <ChangedNotice
          base={base}
          newer={newer}
          values={values}
          isDirty={isDirty}
          onAdopt={(next) => editing.adopt(newer, next)}
        />
      )}
      {tab === 'details' ? (
        <DetailsTab editing={editing} />
      ) : (
        <RulesTab
          key={base?.version}
          editing={editing}
          trial={trial}
          openKey={openRule}
          onOpen={setOpenRule}
        />
      )}
      <UnsavedGuard
        thing="policy"
        isSame={isSameVersion}
        isDirty={isDirty}
        isLeaving={editing.isLeaving}
        onAsk={setGuarded}
        onExpelled={editing.keep}
      />
      <ConfirmModal
        opened={editing.promptsAsked !== undefined}
        title="Remove the prompt rules?"
        confirmLabel="Remove them and save"
        destructive
        busy={editing.isSaving}
        onConfirm={editing.removePrompts}
        onClose={editing.keepPrompts}
      >
        {editing.promptsAsked?.message}
      </ConfirmModal>
      {base && importing.isOpen && (
        <ImportDialog policy={base} onImported={editing.adopt} onClose={importing.close} />
      )}
    </DialogFrame>
  )
}

function Footer({ editing, onClose }: { editing: PolicyEditing; onClose: () => void }) {
  const { base, isDirty, isSaving, submit } = editing
  const isIdle = base !== undefined && !isDirty
  const saving = useRef<HTMLButtonElement>(null)
  // A button that is busy loses the focus; where nothing else has taken it, it has it again.
  useEffect(() => {
    if (!isSaving && document.activeElement === document.body) saving.current?.focus()
  }, [isSaving])
  return (
    <>
      <Button variant="default" onClick={onClose}>
        {isIdle ? 'Close' : 'Cancel'}
      </Button>
      <Button
        ref={saving}
        loading={isSaving}
        disabled={isIdle}
        title={isIdle ? 'No changes' : undefined}
        onClick={() => submit('close')}
      >
        {base ? 'Save policy' : 'Create policy'}
      </Button>
    </>
  )
}

/** The import is part of the address; closed, one is on the rules again. */
function useImporting(base: PolicyDetail | undefined) {
  const { history, state } = useRouter()
  const { hereHref } = usePoliciesAddress()
  const { dialog } = PolicyAddress.parse(state.location.search)
  return {
    isOpen: base !== undefined && dialog === 'import',
    close: () => history.replace(hereHref({ tab: 'rules' })),
  }
}

/** Leads to the first thing that is wrong: its tab, its rule, its field. */
function useShowWrong(openRule: (key: string) => void) {
  const { history } = useRouter()
  const { hereHref } = usePoliciesAddress()
  const isSeeking = useRef(false)
  useEffect(() => {
    if (!isSeeking.current) return
    const field = document.querySelector<HTMLElement>('[aria-modal="true"] [aria-invalid="true"]')
    if (!field) return
    isSeeking.current = false
    field.focus()
  })
  return (errors: Readonly<Record<string, string>>) => {
    const [field] = Object.keys(errors)
    if (field === undefined) return
    const key = /^rules\.([^.]+)\./.exec(field)?.[1]
    if (key !== undefined) openRule(key)
    isSeeking.current = true
    const tab = tabOf(field)
    history.replace(hereHref(tab === 'rules' ? { tab } : {}))
  }
}

/** Another version of the same policy is another text. */
function isSameVersion(current: Place, next: Place): boolean {
  return current.pathname === next.pathname && versionOf(current) === versionOf(next)
}

const versionOf = ({ search }: Place) => ('version' in search ? search.version : undefined)
