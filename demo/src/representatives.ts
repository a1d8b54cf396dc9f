import type { Identity } from '@verbatim/server/kernel/captured-event.ts'
import type { DemoRepresentative, DeskKey } from './organization.ts'
import type { Region } from './phones.ts'
import type { Random } from './random.ts'
import { type StaffMember, domain, staff } from './staff.ts'

const regionOfDesk: Record<DeskKey, readonly [Region, string?]> = {
  london: ['gb'],
  'new-york': ['us', '646'],
  iberia: ['us', '561'],
  dach: ['de'],
  france: ['fr'],
  asia: ['us', '669'],
  gulf: ['ie'],
  service: ['gb'],
}

/** The representatives, with a phone and an identity on every channel they use. */
export function makeRepresentatives(
  random: Random,
  nextPhone: (region: Region, area?: string) => string,
): DemoRepresentative[] {
  return staff.map((member) => {
    const phone = nextPhone(...regionOfDesk[member.desk])
    const email = `${member.mailName}@${domain}`
    return {
      key: member.mailName,
      firstName: member.firstName,
      lastName: member.lastName,
      email,
      role: 'none',
      title: member.title,
      desk: member.desk,
      // Heads help out in Client Services, but for the one of Asia, whose desk does.
      groupKeys:
        (member.desk === 'asia') === (member.isManager ?? false) ? [member.desk] : [member.desk, 'service'],
      languages: member.languages,
      phone,
      identities: [
        { kind: 'phone', value: phone },
        { kind: 'email', value: email },
        ...member.extra.flatMap((channel) => identityOn(channel, member, random)),
      ],
      channels: ['sms', 'whatsapp', 'proofpoint', ...member.extra],
      calledIn: member.calledIn ?? {},
      isManager: member.isManager ?? false,
    }
  })
}

function identityOn(channel: StaffMember['extra'][number], member: StaffMember, random: Random): Identity[] {
  if (channel === 'telegram') return [{ kind: 'telegram', value: String(random.between(5e9, 7e9)) }]
  if (channel === 'signal') return [{ kind: 'signal', value: signalId(random) }]
  if (channel === 'wecom') {
    const name = `${member.lastName}${member.firstName}`.replaceAll(/[^A-Za-z]/g, '')
    return [{ kind: 'wecom-user', value: name }]
  }
  return []
}

/** A Signal account id (ACI): a version 4 UUID in lower case. */
export function signalId(random: Random): string {
  const parts = [8, 4, 3, 3, 12].map((length) => random.hex(length))
  return `${parts[0]}-${parts[1]}-4${parts[2]}-a${parts[3]}-${parts[4]}`
}
