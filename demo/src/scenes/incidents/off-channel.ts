import type { Script } from '#scene.ts'

export const offChannel: Script = {
  language: 'en',
  text: `
# off-personal-number | incident | end hit=off-channel:breach
r: {Let’s not do this here|Better not here}. Text me on my other phone, {you have it|the one from the golf day}.
c: {OK|Why}?
r: {Quicker there|This one is archived}.
c?: {Sent|👍}

# off-signal | incident | end hit=off-channel:breach
c: Can we {switch|move} to Signal for this? I’d rather it {disappears|isn’t kept}.
r: {Sure, add me|OK}. 
> wait 5m
c: {Done|Wrote to you there}.

# off-signal-refused | incident | hit=off-channel:minor
c: Can we continue on Telegram? {I never look here|My phone likes it better}.
r: Only on an account that’s connected. {I can set one up for you today|Give me a day}, then gladly.
c: {OK, do that|Fine}.

# off-delete | incident | end hit=off-channel:breach
r: Could you delete this chat after reading? {I was a bit frank|You know how they are about wording}.
c: {Deleted|It’s only on your side then}.
> delete

# off-writing | incident | end hit=off-channel:breach
c: What do you REALLY think of {company}?
r: {Not in writing|Nothing in writing on that one}. Lunch.
c: {😄 understood|When}?
r: {weekday}, {place}.

# off-private-email | incident | end hit=off-channel:breach
r: I’ve sent the {client list|comparison} from my personal email, the system {blocks|refuses} attachments that size.
c: {Got it|It went to junk, found it}. {Interesting names on it|Thanks}.

# off-record-false | incident | hit=off-channel:false
c: Off the record: {I hate the new logo|your coffee is awful}.
r: {On the record: so do I|Noted, permanently} 😄

# off-offline-false | incident | hit=off-channel:minor
r: There’s a lot in this. Shall we take this offline and {sit down on {weekday}|meet at {place}}?
c: {Yes please|Good idea}.
r: I’ll write up what we decide and put it in {portal}.

# off-number-false | incident | hit=off-channel:false
c: My other number, for {emergencies|when I’m abroad}: it’s the one ending {ending}. 
r: {Saved|Noted in your profile}, thank you.

# off-recorded | incident | end hit=off-channel:minor
c: Can I ask you something {delicate|personal}?
r: Of course, but remember this line is recorded.
c: {Then I’ll keep it for when we meet|It’s nothing bad. My son wants to borrow from me}.
r: {As you like|Families}. {Happy to listen|We can find a good way for that}.

# off-disappearing | incident | end hit=off-channel:breach
d: I’ve put disappearing messages on for the {group|chat with Pelham}. {Cleaner|Less clutter}.
r: {Turn them off! Today|We’re not allowed to, switch it off}.
d: {Who checks?|OK OK.}
`,
}
