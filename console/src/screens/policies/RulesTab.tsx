import { Button, Group, Text } from '@mantine/core'
import { IconFileImport, IconPlus, IconShieldCheck } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { useRef, useState } from 'react'
import { usePoliciesAddress } from './policies-address.ts'
import { ruleField } from './policy-validation.ts'
import { newRule, ruleLabel, type RuleValues } from './rule-form.ts'
import { RuleEditor } from './RuleEditor.tsx'
import classes from './RulesTab.module.css'
import { RuleTable } from './RuleTable.tsx'
import type { PolicyEditing } from './use-policy-editor.ts'
import type { Trial } from './use-trial.ts'

interface RulesTabProps {
  editing: PolicyEditing
  trial: Trial
  openKey: string | undefined
  onOpen: (key: string | undefined) => void
}

/** The rules of a policy that is being written. */
export function RulesTab({ editing, trial, openKey, onOpen }: RulesTabProps) {
  const { values, errors, base } = editing
  const { rules } = values
  const adding = useRef<HTMLButtonElement>(null)
  const { add, change, remove, undo, lastRemoved } = useRules(editing, onOpen)
  const errorOf = (rule: RuleValues) => (field: string) => {
    const problem = field === 'pattern' ? trial.problemOf(rule) : undefined
    return errors[ruleField(rule.key, field)] ?? (problem?.kind === 'invalid' ? problem.message : undefined)
  }
  const isLast = base !== undefined && values.enabled && rules.length === 1
  const actions = (
    <Group gap="xs" justify="center">
      <Button ref={adding} variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
        Add rule
      </Button>
      <ImportButton editing={editing} />
    </Group>
  )
  const notes = <Notes removed={lastRemoved} error={errors['rules']} onUndo={undo} />
  if (rules.length === 0)
    return (
      <>
        {notes}
        <EmptyState icon={IconShieldCheck} title="No rules yet" action={actions}>
          A policy without rules finds nothing. Add phrases or a regex, or import many from a CSV file.
        </EmptyState>
      </>
    )
  return (
    <>
      <Group mb="md">{actions}</Group>
      {notes}
      <RuleTable
        rules={rules}
        openKey={openKey}
        onOpen={onOpen}
        opened={(rule) => (
          <RuleEditor
            rule={rule}
            errorOf={errorOf(rule)}
            onChange={change}
            onDone={() => {
              onOpen(undefined)
              adding.current?.focus()
            }}
          />
        )}
        hasProblem={(rule) =>
          errorOf(rule)('pattern') !== undefined ||
          Object.keys(errors).some((field) => field.startsWith(ruleField(rule.key, '')))
        }
        onRemove={(rule) => {
          remove(rule)
          adding.current?.focus()
        }}
        removalBlocked={isLast ? 'Cannot remove this rule: an enabled policy keeps at least one.' : undefined}
      />
    </>
  )
}

interface NotesProps {
  removed: RuleValues | undefined
  error: string | undefined
  onUndo: () => void
}

/** What was taken out, with the way back, and what is wrong with the rules as a whole. */
function Notes({ removed, error, onUndo }: NotesProps) {
  return (
    <>
      <div role="status" className={classes.removed}>
        {removed && (
          <>
            <span>
              “<bdi>{ruleLabel(removed)}</bdi>” will be removed when you save the policy.
            </span>
            <Button variant="default" size="compact-sm" onClick={onUndo}>
              Undo
            </Button>
          </>
        )}
      </div>
      {error !== undefined && (
        <Text c="var(--mantine-color-error)" role="alert" mb="sm" tabIndex={-1} aria-invalid>
          {error}
        </Text>
      )}
    </>
  )
}

/** Adds, changes and removes rules of what is written; a removed one can be had back. */
function useRules({ form }: PolicyEditing, onOpen: (key: string | undefined) => void) {
  const [removed, setRemoved] = useState<readonly { rule: RuleValues; place: number }[]>([])
  const last = removed.at(-1)
  const set = (next: (rules: readonly RuleValues[]) => readonly RuleValues[]) =>
    form.setValues(({ rules = [] }) => ({ rules: next(rules) }))
  const clearErrors = ({ key }: RuleValues) =>
    form.setErrors((errors) =>
      Object.fromEntries(
        Object.entries(errors).filter(
          ([field]) => field !== 'rules' && !field.startsWith(ruleField(key, '')),
        ),
      ),
    )
  return {
    add: () => {
      const rule = newRule(crypto.randomUUID())
      set((rules) => [...rules, rule])
      onOpen(rule.key)
    },
    change: (changed: RuleValues) => {
      set((rules) => rules.map((rule) => (rule.key === changed.key ? changed : rule)))
      clearErrors(changed)
    },
    remove: (rule: RuleValues) => {
      const place = form.getValues().rules.findIndex(({ key }) => key === rule.key)
      set((rules) => rules.filter(({ key }) => key !== rule.key))
      clearErrors(rule)
      setRemoved((known) => [...known, { rule, place }])
    },
    lastRemoved: last?.rule,
    undo: () => {
      if (last) set((rules) => rules.toSpliced(last.place, 0, last.rule))
      setRemoved((known) => known.slice(0, -1))
    },
  }
}

/** Files go into a policy that stands, so what is written is saved first. */
function ImportButton({ editing }: { editing: PolicyEditing }) {
  const { history } = useRouter()
  const { hereHref } = usePoliciesAddress()
  const { base, isDirty, isSaving, submit } = editing
  const savesFirst = isDirty || !base
  const open = () => history.push(hereHref({ tab: 'rules', dialog: 'import' }))
  return (
    <Button
      variant="default"
      leftSection={<IconFileImport size={16} aria-hidden />}
      loading={isSaving}
      onClick={() => (savesFirst ? submit('import') : open())}
    >
      {savesFirst ? 'Save and import CSV' : 'Import CSV'}
    </Button>
  )
}
