import { Button, Group, Input, NativeSelect, SegmentedControl, Stack, Switch } from '@mantine/core'
import {
  policyLimits,
  RuleScope,
  ruleScopeNames,
  type RuleType,
  ruleTypeNames,
  ruleTypes,
} from '@verbatim/contract/policy-rules.ts'
import { FieldPair, LimitedInput, LimitedTextarea } from '@verbatim/ui/LimitedInput.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { disguiseText } from '#screens/policies/policy-words.ts'
import { derivedName, type RuleValues } from './rule-form.ts'
import classes from './RuleEditor.module.css'

interface RuleEditorProps {
  rule: RuleValues
  /** The error of one of its fields. */
  errorOf: (field: string) => string | undefined
  onChange: (rule: RuleValues) => void
  onDone: () => void
}

/** One rule being edited. Its current text counts; the rule needs no confirmation before the policy is saved. */
export function RuleEditor({ rule, errorOf, onChange, onDone }: RuleEditorProps) {
  const change = (given: Partial<RuleValues>) => onChange({ ...rule, ...given })
  return (
    <Stack gap="md">
      <TypeField
        type={rule.type}
        error={errorOf('type')}
        onChange={(type) => change({ type, scope: fittingScope(type, rule.scope) })}
      />
      <LimitedTextarea
        limit={policyLimits.pattern}
        {...patternTexts[rule.type]}
        classNames={{ input: `${classes.pattern} ${rule.type === 'regex' ? classes.code : ''}` }}
        autoFocus={!rule.id && rule.pattern === ''}
        minRows={rule.type === 'regex' ? 2 : 3}
        maxRows={12}
        dir="auto"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        value={rule.pattern}
        error={errorOf('pattern')}
        onChange={(event) => change({ pattern: event.currentTarget.value })}
      />
      {rule.type === 'phrase' && (
        <Switch
          label="Also find disguised spellings"
          description={disguiseText}
          checked={rule.alsoDisguised}
          onChange={(event) => change({ alsoDisguised: event.currentTarget.checked })}
        />
      )}
      <FieldPair>
        <LimitedInput
          limit={policyLimits.name}
          label="Rule name"
          placeholder={derivedName(rule.pattern) || 'Taken from the pattern'}
          value={rule.name}
          error={errorOf('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <NativeSelect
          label="Applies to"
          value={rule.scope}
          error={errorOf('scope')}
          data={scopesFor(rule.type).map((scope) => ({ value: scope, label: ruleScopeNames[scope] }))}
          onChange={(event) => change({ scope: RuleScope.parse(event.currentTarget.value) })}
        />
      </FieldPair>
      <ConditionFields
        rule={rule}
        errorOf={(field) => errorOf(`conditions.${field}`)}
        onChange={(conditions) => change({ conditions })}
      />
      <Group>
        <Button variant="default" size="compact-md" onClick={onDone}>
          Done
        </Button>
      </Group>
    </Stack>
  )
}

interface TypeFieldProps {
  type: RuleType
  error: string | undefined
  onChange: (type: RuleType) => void
}

/** An existing prompt can be kept, but not chosen, because no language model reads it. */
function TypeField({ type, error, onChange }: TypeFieldProps) {
  return (
    <Input.Wrapper
      label="Type"
      labelElement="div"
      description="Prompts are not available in this release."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
    >
      <div>
        <SegmentedControl
          mb={4}
          aria-label="Type of the rule"
          value={type}
          data={ruleTypes.map((value) => ({
            value,
            label: ruleTypeNames[value],
            disabled: value === 'prompt' && type !== 'prompt',
          }))}
          onChange={onChange}
        />
      </div>
    </Input.Wrapper>
  )
}

const patternTexts = {
  phrase: {
    label: 'Phrases',
    description: 'One per line; any of them matches. Whole words in any spelling.',
    placeholder: 'off the record\nkeep this between us',
  },
  regex: {
    label: 'Regex',
    description: 'RE2 syntax, applied to the text as written. (?i) ignores case.',
    placeholder: String.raw`(?i)\bguarante\w+ .{0,30}returns?\b`,
  },
  prompt: {
    label: 'Prompt',
    description: 'Kept, but not evaluated in this release.',
    placeholder: '',
  },
}

const scopesFor = (type: RuleType) =>
  RuleScope.options.filter((scope) => type === 'prompt' || scope !== 'conversation')

const fittingScope = (type: RuleType, scope: RuleScope): RuleScope =>
  scopesFor(type).includes(scope) ? scope : 'message'
