import { Alert } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { PolicyDetail } from '@verbatim/contract/policies.ts'
import { Badge, SeverityBadge } from '@verbatim/ui/Badge.tsx'
import { dateTimeText } from '@verbatim/ui/dates.ts'
import { Facts } from '@verbatim/ui/Facts.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useOverlayAddress } from '#lists/overlay-address.ts'
import { policyPlace, toValues, type NamedPolicy } from './policy-form.ts'
import { actionMeanings } from './policy-words.ts'
import { DialogFrame } from '@verbatim/ui/dialogs/DialogFrame.tsx'
import classes from './PolicyView.module.css'
import { RuleTable } from '#screens/policies/rules/RuleTable.tsx'
import { RuleView } from '#screens/policies/rules/RuleView.tsx'
import { ScopeWords } from './ScopeWords.tsx'
import { TrialPanel } from '#screens/policies/rules/TrialPanel.tsx'
import { useTrial } from '#screens/policies/rules/use-trial.ts'
import { VersionNote } from './VersionNote.tsx'

/** A read-only policy: for users who may not change it, or in an earlier version. */
export function PolicyView({ policy, newest }: { policy: NamedPolicy; newest: number | undefined }) {
  const { close, href } = useOverlayAddress(policyPlace.list, policyPlace.path)
  const { tab }: { readonly tab?: string } = useSearch({ strict: false })
  const [openKey, setOpenKey] = useState<string>()
  const values = toValues(policy)
  const trial = useTrial(values.rules, policy.id)
  const isOld = newest !== undefined && policy.version !== newest
  const current = tab === 'rules' ? 'rules' : 'details'
  const at = { version: isOld ? String(policy.version) : undefined }
  const tabs = [
    { id: 'details', label: 'Policy Details', href: href(policy.id, at) },
    {
      id: 'rules',
      label: 'Policy Rules',
      href: href(policy.id, { ...at, tab: 'rules' }),
      count: policy.ruleCount,
    },
  ]
  return (
    <DialogFrame
      title={<bdi>{policy.name}</bdi>}
      note={<VersionNote policy={policy} newest={newest} />}
      tabs={{ label: 'Policy', all: tabs, current }}
      side={<TrialPanel values={values} trial={trial} />}
      onClose={close}
    >
      {isOld && (
        <Alert color="gray" icon={<IconHistory size={16} aria-hidden />} mb="lg">
          This is the policy as {policy.changedBy} left it on {dateTimeText(policy.changedAt)}. You can read
          it and try it out, but not change it.{' '}
          <TextLink className={classes.link} href={href(policy.id, { tab: current })}>
            Show current version
          </TextLink>
        </Alert>
      )}
      {current === 'details' ? (
        <PolicyFacts policy={policy} />
      ) : (
        <RuleTable
          rules={values.rules}
          openKey={openKey}
          onOpen={setOpenKey}
          opened={(rule) => <RuleView rule={rule} />}
        />
      )}
    </DialogFrame>
  )
}

function PolicyFacts({ policy }: { policy: PolicyDetail }) {
  return (
    <Facts
      facts={[
        ['Severity', <SeverityBadge key="severity" severity={policy.severity} />],
        ['Scope', <ScopeWords key="scope" policy={policy} />],
        ['Policy action', <Badge key="action" meaning={actionMeanings[policy.action]} quiet />],
        ['Enabled', policy.enabled ? 'Yes' : 'No'],
      ]}
    />
  )
}
