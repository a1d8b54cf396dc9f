import { createFileRoute } from '@tanstack/react-router'
import { messengerTabs } from '#shell/navigation.ts'
import { SettingsFrame } from '#screens/organizations/SettingsFrame.tsx'

export const Route = createFileRoute('/_shell/messenger-settings')({
  component: () => <SettingsFrame label="Messenger Settings" tabs={messengerTabs} />,
})
