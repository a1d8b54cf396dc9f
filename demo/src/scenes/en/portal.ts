import type { Script } from '#scene.ts'

export const portal: Script = {
  language: 'en',
  text: `
# portal-locked | portal
c: Locked out of {portal}. {Three wrong tries|New phone}.
r: {Happens to everyone|No problem}. I’ll ask for a reset, then call you on your usual number.
c: {How long?|OK.} 
> wait 20m
r: You should be able to sign in now. {Choose a new password on the first page|It asks for a new password}.
c: In. {Thanks|You’re quick}.

# portal-app | portal
c: Is there an app for {tablets|the iPad}?
r: {The website works well on a tablet|Yes, the same one as for the phone}. Larger type is under Display.
c: {Found it. My eyes thank you|Oh that’s much better}.

# portal-error | portal
c: {portal} says “something went wrong” when I open documents.
r: {Thank you for telling me|We had a fault this morning}. Could you send me what you see?
c: Here
> attach scan
r: {I’ve passed it to the team with the time|Engineers have it}. 
> wait 4h
r: Fixed. {Sorry for the trouble|It was a certificate on our side}.
c: {Works again|All good now}.

# portal-notifications | portal
c: Can I stop the {weekly emails|notifications}? {I don’t want to see prices on a Sunday|One a month would do}.
r: Yes: Settings, then Messages. {Or shall I do it for you?|I can switch it from here.}
c: {Please do|You do it}.
r: Monthly from now on.

# portal-two-step | portal
c: The code never {arrives|works}. {I type it and it says wrong|It counts down too fast}.
r: Is the clock on your phone set to automatic? {The codes depend on it|That’s nearly always the reason}.
c: {It was three minutes off!|How did you know}
r: {An old friend of mine, that one|Seen it before}.

# portal-phishing | portal
c: I had an email from “Halden Marsh Security” asking me to {log in|confirm my details}. Is it you?
r: {No!|Not ours.} Please don’t click. Could you forward it to security@haldenmarsh.example and delete it?
c: {Forwarded|Done}. It looked very real.
r: {They do|They’re getting better}. We’ll never ask you to sign in from a link in an email. Well spotted.

# portal-beneficiary | portal
c: Where do I see who gets the pension {when I’m gone|if something happens to me}?
r: Profile, then Beneficiaries. {Yours still names your parents, from 1998|At the moment it’s blank}.
c: {Oh dear. That needs changing|Goodness}. 
r: I’ll send the form. {Two minutes|One page}.

# portal-read-only | portal
c: {accountant} would like to {look at|download} things themselves. Possible?
r: Yes, adviser access, view only, and it ends {on a date you choose|after a year}.
c: Until {the end of {nextmonth}|April}.
r: {Set|Done}. They’ll get an invitation.
`,
}
