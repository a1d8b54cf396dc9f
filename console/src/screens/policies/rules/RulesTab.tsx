import { Button, Group, Text } from '@mantine/core'
import { IconFileImport, IconPlus, IconShieldCheck } from '@tabler/icons-react'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import { useRef, useState } from 'react'
import type { Editor, EditorProps } from '#editor/define-editor.ts'
import type { PolicyTypes } from '#screens/policies/policy-editor.tsx'
import { newRule, ruleField, ruleLabel, type RuleValues } from './rule-form.ts'
import { RuleEditor } from './RuleEditor.tsx'
import classes from './RulesTab.module.css'
import { RuleTable } from './RuleTable.tsx'
import { useSharedTrial } from './TrialFrame.tsx'

/** The rules of a policy that is being edited. */
export function RulesTab({ editor }: EditorProps<PolicyTypes>) {
  const { values, form, base, openItem, setOpenItem } = editor
  const { rules } = values
  const errors = form.errors as Readonly<Record<string, string>> // only texts are stored there
  const trial = useSharedTrial()
  const adding = useRef<HTMLButtonElement>(null)
  const { add, change, remove, undo, lastRemoved } = useRules(editor)
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
      <ImportButton editor={editor} />
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
        openKey={openItem}
        onOpen={setOpenItem}
        opened={(rule) => (
          <RuleEditor
            rule={rule}
            errorOf={errorOf(rule)}
            onChange={change}
            onDone={() => {
              setOpenItem(undefined)
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

/** The removed rules with a restore button, and the errors of the rules as a whole. */
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

/** Adds, changes and removes rules in the form; a removed one can be restored. */
function useRules({ form, setOpenItem }: Editor<PolicyTypes>) {
  const [removed, setRemoved] = useState<readonly { rule: RuleValues; place: number }[]>([])
  const last = removed.at(-1)
  const set = (next: (rules: readonly RuleValues[]) => readonly RuleValues[]) =>
    form.setValues(({ rules = [] }) => ({ rules: next(rules) }))
  return {
    add: () => {
      const rule = newRule(crypto.randomUUID())
      set((rules) => [...rules, rule])
      setOpenItem(rule.key)
    },
    change: (changed: RuleValues) => {
      set((rules) => rules.map((rule) => (rule.key === changed.key ? changed : rule)))
    },
    remove: (rule: RuleValues) => {
      const place = form.getValues().rules.findIndex(({ key }) => key === rule.key)
      set((rules) => rules.filter(({ key }) => key !== rule.key))
      setRemoved((known) => [...known, { rule, place }])
    },
    lastRemoved: last?.rule,
    undo: () => {
      if (last) set((rules) => rules.toSpliced(last.place, 0, last.rule))
      setRemoved((known) => known.slice(0, -1))
    },
  }
}

/** Files are imported into an existing policy, so the form is saved first. */
function ImportButton({ editor }: EditorProps<PolicyTypes>) {
  const { base, isDirty, isSaving, answer, place } = editor
  const savesFirst = isDirty || !base
  return (
    <Button
      variant="default"
      leftSection={<IconFileImport size={16} aria-hidden />}
      loading={isSaving}
      onClick={() =>
        savesFirst ? answer({ opensImport: true }) : place.open({ tab: 'rules', dialog: 'import' })
      }
    >
      {savesFirst ? 'Save and import CSV' : 'Import CSV'}
    </Button>
  )
}
