import { organizationTabs } from '#shell/navigation.ts'
import { SettingsFrame } from './SettingsFrame.tsx'

/** Organization Settings: its tabs, each a screen that is fetched when it is opened. */
export function OrganizationFrame() {
  return <SettingsFrame label="Organization Settings" tabs={organizationTabs} />
}
