import { Button, Popover } from '@mantine/core'
import { IconAlertTriangle, IconFilter, IconX } from '@tabler/icons-react'
import type { Condition } from '@verbatim/contract/list-filter.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { ConditionEditor } from './ConditionEditor.tsx'
import classes from './FilterBar.module.css'
import { type FilterField, mostNamed, operatorWord, valueWords } from './filter-words.ts'
import { useKeys } from '#list-keys.ts'
import type { SoughtOptions } from '#options.ts'
import { keptInSight } from '#kept-in-sight.ts'
import { usePanel } from '#use-panel.ts'

interface FilterChipProps extends PanelProps {
  field: FilterField
  condition: Condition
  onChange: (condition: Condition) => void
  onRemove: () => void
}

interface PanelProps {
  /** Its panel opened or closed. */
  onPanel: ((opened: boolean) => void) | undefined
}

/** A part of the address that the list does not understand, as written. */
export function BrokenChip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <div className={classes.chip} data-broken title={text}>
      <span className={classes.brokenText}>
        <IconAlertTriangle size={14} aria-hidden /> Not understood: <bdi>{text}</bdi>
      </span>
      <button
        type="button"
        className={classes.chipRemove}
        aria-label={`Remove the invalid filter: ${text}`}
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden />
      </button>
    </div>
  )
}

/** One condition in words; pressing it edits it. */
export function FilterChip({ field, condition, onChange, onRemove, onPanel }: FilterChipProps) {
  const { opened, button, close, toggle, props, fading } = usePanel()
  usePanelReport(opened, onPanel)
  return (
    <Popover {...props} {...keptInSight} position="bottom-start" trapFocus withRoles={false}>
      <Popover.Target>
        <div className={classes.chip}>
          <button
            ref={button}
            type="button"
            className={classes.chipText}
            aria-haspopup="dialog"
            aria-expanded={opened}
            onClick={toggle}
          >
            {field.label} <span>{operatorWord(field, condition.operator)}</span>{' '}
            {field.sought ? (
              <SoughtWords sought={field.sought} condition={condition} />
            ) : (
              valueWords(field, condition)
            )}
          </button>
          <button
            type="button"
            className={classes.chipRemove}
            aria-label={`Remove the condition on ${field.label}`}
            onClick={onRemove}
          >
            <IconX size={14} aria-hidden />
          </button>
        </div>
      </Popover.Target>
      <Popover.Dropdown {...fading} role="dialog" aria-label={`Condition on ${field.label}`}>
        <ConditionEditor
          field={field}
          condition={condition}
          onApply={(changed) => {
            close()
            onChange(changed)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Requests the names, because a link contains IDs. */
function SoughtWords({ sought, condition }: { sought: SoughtOptions; condition: Condition }) {
  const options = sought.useNamed(condition.values.slice(0, mostNamed))
  return valueWords({ options }, condition)
}

interface AddFilterProps extends PanelProps {
  fields: readonly FilterField[]
  onAdd: (condition: Condition) => void
}

/**
 * Adds conditions: the fields, and beside them operator and value of the chosen one. What was chosen is added when the
 * user goes on, to another field or out of the panel; Escape adds nothing. `F` opens it.
 */
export function AddFilter({ fields, onAdd, onPanel }: AddFilterProps) {
  const { opened, button, open, close, props, fading } = usePanel()
  usePanelReport(opened, onPanel)
  const [field, setField] = useState<FilterField>()
  const [draft, setDraft] = useState<Condition>()
  const offered = fields.filter(({ linkedOnly }) => !linkedOnly)
  const choose = (next: FilterField | undefined) => {
    setDraft(undefined)
    setField(next)
  }
  const start = () => {
    choose(undefined)
    open()
  }
  const take = (next: FilterField | undefined) => {
    if (draft) onAdd(draft)
    choose(next)
  }
  const leave = () => {
    close()
    take(undefined)
  }
  useKeys({ f: start })
  return (
    // At the end of a click: its own target moves when a chip appears before it.
    <Popover
      {...props}
      {...keptInSight}
      onChange={leave}
      clickOutsideEvents={['mouseup', 'touchend']}
      position="bottom-start"
      trapFocus
    >
      <Popover.Target>
        <Button
          ref={button}
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={opened ? leave : start}
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown {...fading}>
        <div className={classes.adding}>
          <div className={classes.fields}>
            {offered.map((known) => (
              <button
                type="button"
                key={known.key}
                className={classes.field}
                aria-current={known.key === field?.key || undefined}
                onClick={() => take(known)}
              >
                {known.label}
              </button>
            ))}
          </div>
          {field && <ConditionEditor key={field.key} field={field} onDraft={setDraft} onApply={leave} />}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function usePanelReport(opened: boolean, onPanel: PanelProps['onPanel']): void {
  const report = useEffectEvent((now: boolean) => onPanel?.(now))
  useEffect(() => {
    if (!opened) return
    report(true)
    return () => report(false)
  }, [opened])
}
