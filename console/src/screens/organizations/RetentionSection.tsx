import { ActionIcon, Alert, Button, Group, Menu, NativeSelect, NumberInput } from '@mantine/core'
import { IconInfoCircle, IconPlus, IconTrash } from '@tabler/icons-react'
import { Channel, channelNames, channels } from '@verbatim/contract/channels.ts'
import {
  RetentionContext,
  retentionContextNames,
  retentionContexts,
  retentionPresets,
  retentionUnits,
} from '@verbatim/contract/retention.ts'
import { optionsOf } from '@verbatim/ui/options.ts'
import { usePanel } from '@verbatim/ui/use-panel.ts'
import type { ReactNode } from 'react'
import { wholeOf } from '#editor/whole-of.ts'
import { useCan } from '#shell/use-app-context.ts'
import { type ProfileEditing, type RetentionRow, toRules } from './profile-form.ts'
import { FormSection } from '#editor/FormSection.tsx'
import classes from './ProfileForm.module.css'
import { RetentionForecast } from './RetentionForecast.tsx'

/** How long each channel's messages are kept. */
export function RetentionSection({ values, errors, canEdit, change }: ProfileEditing) {
  const mayRetain = useCan('retention.manage') && canEdit
  const rows = values.retention
  const { button, props: panel, fading } = usePanel()
  const put = (key: string, next: Partial<RetentionRow>) =>
    change({ retention: rows.map((row) => (row.key === key ? { ...row, ...next } : row)) })
  const add = (years: number) => {
    const row = freeRow(rows, years)
    if (row) change({ retention: [...rows, row] })
  }
  return (
    <FormSection
      id="profile-retention"
      title="Data retention"
      hint="How long messages are kept. If several periods apply to a message, the longest one counts. Messages without a period and messages with an open event are kept indefinitely."
    >
      <Alert icon={<IconInfoCircle size={18} aria-hidden />} title="Nothing is removed yet">
        Your settings are saved and you can forecast their effect. This release removes no messages:
        everything is kept.
      </Alert>
      {rows.length > 0 && (
        <table className={classes.rules} aria-label="Retention periods">
          <thead>
            <tr>
              <th scope="col">Channel</th>
              <th scope="col">Messages</th>
              <th scope="col">Keep for</th>
              <th scope="col">Unit</th>
              <td className={classes.remove} />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <RuleRow
                key={row.key}
                row={row}
                error={errors[`dataRetention.${place}`]}
                disabled={!mayRetain}
                onChange={(next) => put(row.key, next)}
                onRemove={() => change({ retention: rows.filter(({ key }) => key !== row.key) })}
              />
            ))}
          </tbody>
        </table>
      )}
      {errors['dataRetention'] && (
        <p role="alert" style={{ color: 'var(--mantine-color-error)', margin: 0 }}>
          {errors['dataRetention']}
        </p>
      )}
      {mayRetain && (
        <Group>
          <Menu {...panel} position="bottom-end">
            <Menu.Target>
              <Button ref={button} variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
                Add a period
              </Button>
            </Menu.Target>
            <Menu.Dropdown {...fading}>
              {retentionPresets.map((years, at) => (
                <Menu.Item key={years} onClick={() => add(years)}>
                  {years} years{at === 0 && ', usual'}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </Group>
      )}
      {mayRetain && rows.length > 0 && <RetentionForecast rules={toRules(rows)} />}
    </FormSection>
  )
}

/** A row for a kind without a period yet. */
function freeRow(rows: readonly RetentionRow[], years: number): RetentionRow | undefined {
  const taken = new Set(rows.map(({ channel, context }) => `${channel} ${context}`))
  for (const context of retentionContexts)
    for (const channel of channels)
      if (!taken.has(`${channel} ${context}`))
        return { key: crypto.randomUUID(), channel, context, count: years, unit: 'year' }
  return undefined
}

/** Under their heading, so that they fit. */
const contextWords: Record<RetentionContext, string> = {
  all: 'All',
  no_event: 'Without an event',
  event_dismissed: 'Event dismissed',
  event_resolved: 'Event resolved',
  event_escalated: 'Event escalated',
}

interface RuleRowProps {
  row: RetentionRow
  error: ReactNode
  disabled: boolean
  onChange: (next: Partial<RetentionRow>) => void
  onRemove: () => void
}

function RuleRow({ row, error, disabled, onChange, onRemove }: RuleRowProps) {
  return (
    <tr>
      <td data-label="Channel">
        <NativeSelect
          aria-label="Channel"
          disabled={disabled}
          value={row.channel}
          data={optionsOf(channels, channelNames)}
          onChange={(event) => onChange({ channel: Channel.parse(event.currentTarget.value) })}
        />
      </td>
      <td data-label="Messages">
        <NativeSelect
          aria-label="Messages"
          disabled={disabled}
          value={row.context}
          data={optionsOf(retentionContexts, contextWords)}
          onChange={(event) => onChange({ context: RetentionContext.parse(event.currentTarget.value) })}
        />
      </td>
      <td data-label="Keep for">
        <NumberInput
          aria-label="Keep for"
          min={1}
          allowDecimal={false}
          allowNegative={false}
          disabled={disabled}
          value={row.count}
          error={error}
          onChange={(value) => onChange({ count: wholeOf(value) })}
        />
      </td>
      <td data-label="Unit">
        <NativeSelect
          aria-label="Unit"
          disabled={disabled}
          value={row.unit}
          data={retentionUnits.map((value) => ({ value, label: row.count === 1 ? value : `${value}s` }))}
          onChange={(event) => {
            const unit = retentionUnits.find((one) => one === event.currentTarget.value)
            if (unit) onChange({ unit })
          }}
        />
      </td>
      <td>
        {!disabled && (
          <ActionIcon
            size={36}
            variant="default"
            aria-label={`Remove the period of ${channelNames[row.channel]}, ${retentionContextNames[row.context].toLowerCase()}`}
            onClick={onRemove}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </td>
    </tr>
  )
}
