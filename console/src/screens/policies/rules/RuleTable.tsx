import { Button, Group, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { counted } from '@verbatim/ui/counted.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { type ReactNode, useState } from 'react'
import type { RuleValues } from './rule-form.ts'
import { RuleRow } from './RuleRow.tsx'
import classes from './RuleTable.module.css'

interface RuleTableProps {
  rules: readonly RuleValues[]
  openKey: string | undefined
  onOpen: (key: string | undefined) => void
  /** The content below the row of the open rule. */
  opened: (rule: RuleValues) => ReactNode
  /** Whether a rule needs a correction. */
  hasProblem?: (rule: RuleValues) => boolean
  onRemove?: (rule: RuleValues) => void
  /** Why no rule can be removed now. */
  removalBlocked?: string | undefined
}

const step = 50
const searchableFrom = 12

/** The rules of a policy; one at a time is open. */
export function RuleTable(props: RuleTableProps) {
  const { rules, openKey, onOpen, opened, hasProblem, onRemove, removalBlocked } = props
  const [sought, setSought] = useState('')
  const [most, setMost] = useState(step)
  const words = sought.trim().toLowerCase()
  const found = rules.filter(
    (rule) =>
      words === '' || rule.key === openKey || `${rule.name}\n${rule.pattern}`.toLowerCase().includes(words),
  )
  const shown = found.filter((rule, place) => place < most || rule.key === openKey || hasProblem?.(rule))
  return (
    <div>
      {rules.length >= searchableFrom && (
        <TextInput
          mb="sm"
          aria-label="Find in the rules"
          placeholder="Find in the rules"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      )}
      <table className={classes.table} aria-label="Rules">
        <thead>
          <tr>
            <th>Rule</th>
            <th className={classes.type}>Type</th>
            <th className={classes.scope}>Applies to</th>
            <th className={classes.conditions}>Conditions</th>
            <th className={classes.tools}>
              <VisuallyHidden component="span">Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((rule) => (
            <RuleRow
              key={rule.key}
              rule={rule}
              isOpen={rule.key === openKey}
              hasProblem={hasProblem?.(rule) ?? false}
              onToggle={() => onOpen(rule.key === openKey ? undefined : rule.key)}
              onRemove={onRemove}
              removalBlocked={removalBlocked}
            >
              {rule.key === openKey && opened(rule)}
            </RuleRow>
          ))}
        </tbody>
      </table>
      {found.length === 0 && words !== '' && <Text c="dimmed">No rule contains “{sought.trim()}”.</Text>}
      {shown.length < found.length && (
        <Group mt="sm">
          <Button variant="default" size="compact-sm" onClick={() => setMost(most + step)}>
            Show {numberText(Math.min(step, found.length - shown.length))} more
          </Button>
          <Text size="xs" c="dimmed" role="status">
            {numberText(shown.length)} of {counted(found.length, 'rule')} are shown.
          </Text>
        </Group>
      )}
    </div>
  )
}
