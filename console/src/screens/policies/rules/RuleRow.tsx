import { ActionIcon, Tooltip } from '@mantine/core'
import { IconAlertCircle, IconChevronDown, IconTrash } from '@tabler/icons-react'
import { ruleFileTypeNames, ruleScopeNames } from '@verbatim/contract/policy-rules.ts'
import { Badge } from '@verbatim/ui/Badge.tsx'
import { notEvaluatedMeaning } from '@verbatim/ui/colors.ts'
import type { ReactNode } from 'react'
import { conditionWords, disguiseWords, ruleTypeMeanings } from '#screens/policies/policy-words.ts'
import { linesOf, ruleLabel, type RuleValues, toConditions } from './rule-form.ts'
import classes from './RuleTable.module.css'

interface RuleRowProps {
  rule: RuleValues
  isOpen: boolean
  hasProblem: boolean
  onToggle: () => void
  onRemove: ((rule: RuleValues) => void) | undefined
  removalBlocked: string | undefined
  /** Shown below the row while it is open. */
  children: ReactNode
}

/** One rule in one line; the whole line opens it. */
export function RuleRow(props: RuleRowProps) {
  const { rule, isOpen, hasProblem, onToggle, onRemove, removalBlocked, children } = props
  return (
    <>
      <tr className={classes.row} data-open={isOpen || undefined} data-problem={hasProblem || undefined}>
        <td>
          <button type="button" className={classes.open} aria-expanded={isOpen} onClick={onToggle}>
            <IconChevronDown size={16} className={classes.chevron} aria-hidden />
            <bdi>{ruleLabel(rule)}</bdi>
            {hasProblem && (
              <IconAlertCircle
                size={16}
                className={classes.problem}
                role="img"
                aria-label="needs a correction"
              />
            )}
          </button>
          <Pattern rule={rule} />
        </td>
        <td className={classes.type}>
          <Badge meaning={ruleTypeMeanings[rule.type]} quiet />
          {rule.type === 'prompt' && <Badge meaning={notEvaluatedMeaning} quiet />}
        </td>
        <td className={classes.scope}>{ruleScopeNames[rule.scope]}</td>
        <td className={classes.conditions}>
          {[...disguiseWords(rule), ...conditionWords(toConditions(rule.conditions))].join(' · ') || '–'}
        </td>
        <td className={classes.tools}>
          {onRemove && <Removal rule={rule} blocked={removalBlocked} onRemove={onRemove} />}
        </td>
      </tr>
      {isOpen && (
        <tr className={classes.detail}>
          <td colSpan={5}>{children}</td>
        </tr>
      )}
    </>
  )
}

/** The facts that the name does not contain. */
function Pattern({ rule: { name, type, pattern, fileType } }: { rule: RuleValues }) {
  const lines = linesOf(pattern)
  const text = type === 'regex' ? pattern : lines.join(' · ')
  const isSaid = name.trim() === '' && lines.length <= 1 && text.length <= 60
  return (
    <>
      {!isSaid && (
        <div className={classes.pattern} data-code={type === 'regex' || undefined} dir="auto">
          {text.slice(0, 240)}
        </div>
      )}
      {fileType && <div className={classes.origin}>{ruleFileTypeNames[fileType]}</div>}
    </>
  )
}

interface RemovalProps {
  rule: RuleValues
  blocked: string | undefined
  onRemove: (rule: RuleValues) => void
}

function Removal({ rule, blocked, onRemove }: RemovalProps) {
  return (
    <Tooltip label={blocked ?? 'Remove'}>
      <ActionIcon
        className={classes.remove}
        aria-label={`Remove the rule ${ruleLabel(rule)}`}
        {...(blocked !== undefined && { 'aria-disabled': true, 'data-disabled': true })}
        onClick={() => blocked === undefined && onRemove(rule)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
