import type { Script } from '#scene.ts'

export const germanDaily: Script = {
  language: 'de',
  text: `
# de-welcome | onboarding
r: Herzlich willkommen bei uns. Ich bin {repfull} und {Ihr Ansprechpartner im Alltag|für alle Fragen da}.
c: {Danke, freut mich|Danke}. Wie geht es weiter?
r: Bitte laden Sie {document} hoch und füllen den Fragebogen aus, {zehn Minuten|halb so wild}.
c: {Erledigt|Mache ich heute Abend}.

# de-review | review
r: Ihr Bericht zum {lastquarter} ist da: {pct}, {etwas über|knapp unter} dem Vergleich.
> attach pdf
c: Was hat {gebremst|am meisten gebracht}?
r: Vor allem {fund}. Seite {3|4} zeigt es.
c: {Ändern wir etwas|Besteht Handlungsbedarf}?
r: {Im Moment nicht|Nur eine Kleinigkeit}, mehr am {weekday}.

# de-meeting | scheduling
c: Hätten Sie am {weekday} {eine halbe Stunde|kurz Zeit}?
r: Um {time}, {place}?
c: {Passt|Lieber per Video}.

# de-move | scheduling
c: Leider {sitze ich in {city} fest|muss ich verschieben}. Ginge auch der {soon}?
r: {Selbstverständlich|Kein Problem}, gleiche Zeit.

# de-transfer | transfer
c: Bitte überweisen Sie {amount} auf mein Girokonto, Endung {ending}.
r: Gerne. Ich rufe zur Bestätigung kurz zurück.
c: {Bin erreichbar|In zehn Minuten bitte}.
> wait 20m
r: Bestätigt, am {weekday} ist es bei Ihnen.

# de-notary | transfer
c: Notartermin ist am {day}, wir brauchen {big}.
r: {Glückwunsch|Wie schön}! Ich verkaufe ein paar Tage vorher, dann liegt alles bereit.
c: {Sehr umsichtig|Perfekt}.

# de-fees | fees
c: Wofür sind die {small} vom {past}?
r: Das ist unser Entgelt für das {lastquarter}, {smallpct} im Jahr.
c: {Alles klar|Und die Fondskosten kommen dazu?}

# de-documents | documents
r: Wir benötigen noch {document}.
c: Reicht {ein Foto|ein Scan}?
r: Ja, bitte über {portal}, nicht hier im Chat.
c: {Hochgeladen|Ist drin}.

# de-tax | tax
c: Die Steuerberaterin braucht die Bescheinigung für {lastyear}.
r: Bitte sehr.
> attach pdf
c: {Wunderbar|Sie wird sich freuen}. Sind die ausländischen Erträge enthalten?
r: Ja, im Abschnitt {C|D}.

# de-statement | statements
c: Können Sie mir alle Buchungen als Tabelle schicken?
r: Gerne.
> attach csv
c: {Lässt sich öffnen|Genau so}.

# de-market | market
c: {company} fällt um {pct}. {Verkaufen|Müssen wir reagieren}?
r: Wir haben nur einen kleinen Anteil über {fund}. Ein Vormittag ist kein Grund.
c: {Gut, ruhig bleiben|Verstanden}.

# de-market-rates | market
c: Was bedeutet die Zinsentscheidung für {meine Anleihen|das Tagesgeld}?
r: Wenig, das meiste war {erwartet|eingepreist}.
c: {Beruhigend|Na dann}.

# de-drop | drop
c: Minus {pct} in drei Tagen! {Soll ich raus|Ich schlafe schlecht}.
r: Ihre Ausgaben für drei Jahre liegen nicht in Aktien. {Sie müssen nichts verkaufen|Wir müssen nichts tun}.
c: {Das sagt sich leicht|Stimmt ja}.
r: Ich rufe Sie {heute um {time}|gleich} an.

# de-order | orders
c: Bitte {units} {company} kaufen, Limit {price}.
r: Bestätige: Kauf {units} {company}, Limit {price}, gültig bis {day}. Richtig?
c: {Richtig|Ja}.
> wait 1h
r: Vollständig ausgeführt.

# de-life | life
c: Wir werden Großeltern! {child} soll sie heißen.
r: {Herzlichen Glückwunsch|Wie wunderbar}! Da machen wir im {nextmonth} ein kleines Depot auf?
c: {Genau daran dachte ich|Unbedingt}.

# de-retire | pension
c: Reicht es, wenn ich mit {age} aufhöre?
r: Ja, mit {small} Reserve im Monat.
c: {Dann fange ich an zu zählen|Das hört man gern}.

# de-praise | compliment
c: Vielen Dank für {Ihre Geduld mit meinem Vater|die schnelle Abwicklung}. {Großartig|Das ist nicht selbstverständlich}.
r: {Das freut mich sehr|Sehr lieb von Ihnen}, ich gebe es weiter.

# de-complaint | complaint | end hit=complaints:minor
c: Seit {drei Wochen|einem Monat} warte ich. Das ist jetzt eine Beschwerde.
r: Sie haben recht, es tut mir leid. Ich nehme sie unter {ref} auf und melde mich täglich.
c: {Bitte|Ich nehme Sie beim Wort}.

# de-talk | small talk
c: Grüße {vom Berg|aus {city}}!
> attach scan
r: {Beneidenswert|Was für ein Blick}! Schöne Tage noch.
`,
}
