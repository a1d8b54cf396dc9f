import { Checkbox, MultiSelect, NativeSelect, NumberInput, Stack, UnstyledButton } from '@mantine/core'
import { GrowingTextarea } from '@verbatim/ui/GrowingTextarea.tsx'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { Channel, channelNames, channels } from '@verbatim/contract/channels.ts'
import { languageName, languagesNotRecognized, ruleLanguages } from '@verbatim/contract/languages.ts'
import { optionsOf } from '@verbatim/ui/options.ts'
import { z } from 'zod'
import { FieldPair } from '@verbatim/ui/LimitedInput.tsx'
import { wholeOf } from '#editor/whole-of.ts'
import classes from './ConditionFields.module.css'
import { conditionWords, directionNames, senderNames } from '#screens/policies/policy-words.ts'
import { type ConditionValues, linesOf, type RuleValues, toConditions } from './rule-form.ts'

interface ConditionFieldsProps {
  rule: RuleValues
  errorOf: (field: string) => string | undefined
  onChange: (conditions: ConditionValues) => void
}

/** The further conditions of a rule, shown in one line until they are changed. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { conditions } = props.rule
  const [opened, { toggle }] = useDisclosure(false)
  const words = conditionWords(toConditions(conditions))
  const hasError = ['exceptPhrases', 'withinWords', 'minWords'].some(props.errorOf)
  const isOpen = opened || hasError
  return (
    <div className={classes.conditions}>
      <UnstyledButton className={classes.head} aria-expanded={isOpen} onClick={toggle}>
        <IconChevronDown size={16} className={classes.chevron} aria-hidden />
        <span className={classes.title}>Conditions</span>
        <span className={classes.words}>{words.join(' · ') || 'none – the rule always applies'}</span>
      </UnstyledButton>
      {isOpen && (
        <Stack gap="md" className={classes.fields}>
          <Who {...props} />
          <Channels {...props} />
          <Languages {...props} />
          <Words {...props} />
          <Ignored {...props} />
        </Stack>
      )}
    </div>
  )
}

const Direction = z.enum(['any', 'inbound', 'outbound', 'internal'])
const Sender = z.enum(['any', 'messenger_user', 'contact'])

function Who({ rule: { conditions }, onChange }: ConditionFieldsProps) {
  return (
    <FieldPair>
      <NativeSelect
        label="Direction"
        value={conditions.direction}
        data={optionsOf(Direction.options, directionNames)}
        onChange={(event) =>
          onChange({ ...conditions, direction: Direction.parse(event.currentTarget.value) })
        }
      />
      <NativeSelect
        label="Sender"
        value={conditions.senderRole}
        data={optionsOf(Sender.options, senderNames)}
        onChange={(event) => onChange({ ...conditions, senderRole: Sender.parse(event.currentTarget.value) })}
      />
    </FieldPair>
  )
}

function Channels({ rule: { conditions }, onChange }: ConditionFieldsProps) {
  return (
    <Checkbox.Group
      label="Channels"
      description="All channels if none is selected."
      value={[...conditions.channels]}
      onChange={(chosen) => onChange({ ...conditions, channels: z.array(Channel).parse(chosen) })}
    >
      <div className={classes.channels}>
        {channels.map((channel) => (
          <Checkbox key={channel} value={channel} label={channelNames[channel]} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

const byName = (codes: readonly string[], disabled: boolean) =>
  codes
    .map((value) => ({ value, label: languageName(value), disabled }))
    .toSorted((a, b) => a.label.localeCompare(b.label))

const languageOptions = [
  { group: 'Recognized in messages', items: byName(ruleLanguages, false) },
  { group: 'Not recognized in messages', items: byName(languagesNotRecognized, true) },
]

/** Says what is checked in any case and which languages are not recognized, because a limit would otherwise promise too much. */
function Languages({ rule: { conditions }, onChange }: ConditionFieldsProps) {
  const { languages } = conditions
  return (
    <MultiSelect
      label="Languages of the message"
      description="All languages if none is selected. Messages too short to recognize, and files, are always checked."
      placeholder={languages.length === 0 ? 'All languages' : ''}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear languages' }}
      maxDropdownHeight={280}
      nothingFoundMessage="No results"
      data={languageOptions}
      value={[...languages]}
      onChange={(chosen) => onChange({ ...conditions, languages: chosen })}
    />
  )
}

function Words({ rule: { type, pattern, conditions }, errorOf, onChange }: ConditionFieldsProps) {
  const isSeveral = type === 'phrase' && linesOf(pattern).length > 1
  return (
    <>
      <GrowingTextarea
        label="Exceptions"
        description="One per line. A match that overlaps one of these is ignored."
        minRows={2}
        maxRows={8}
        dir="auto"
        spellCheck={false}
        value={conditions.exceptPhrases}
        error={errorOf('exceptPhrases')}
        onChange={(event) => onChange({ ...conditions, exceptPhrases: event.currentTarget.value })}
      />
      <FieldPair>
        {type === 'phrase' && (
          <NumberInput
            label="Phrases at most … words apart"
            description={isSeveral ? 'Leave blank to match any one phrase.' : 'For rules of several phrases.'}
            disabled={!isSeveral && conditions.withinWords === ''}
            {...wholeNumber}
            value={conditions.withinWords}
            error={errorOf('withinWords')}
            onChange={(value) => onChange({ ...conditions, withinWords: wholeOf(value) })}
          />
        )}
        <NumberInput
          label="Minimum words in the message"
          description="Shorter messages are skipped."
          {...wholeNumber}
          value={conditions.minWords}
          error={errorOf('minWords')}
          onChange={(value) => onChange({ ...conditions, minWords: wholeOf(value) })}
        />
      </FieldPair>
    </>
  )
}

/** The parts of a mail that its author did not write. */
function Ignored({ rule: { conditions }, onChange }: ConditionFieldsProps) {
  return (
    <>
      <Checkbox
        label="Ignore quoted emails"
        description="Skips text marked with > and text below the header of an earlier email. New text could hide there."
        checked={conditions.ignoreQuoted}
        onChange={(event) => onChange({ ...conditions, ignoreQuoted: event.currentTarget.checked })}
      />
      <Checkbox
        label="Ignore disclaimers"
        description="Skips paragraphs with typical wording, such as “not the intended recipient”."
        checked={conditions.ignoreDisclaimers}
        onChange={(event) => onChange({ ...conditions, ignoreDisclaimers: event.currentTarget.checked })}
      />
    </>
  )
}

const wholeNumber = {
  min: 0,
  max: 1000,
  allowDecimal: false,
  allowNegative: false,
  hideControls: true,
} as const
