import type { Grammar } from './grammar.ts'

/** German. */
export const germanSentences: Grammar = {
  language: 'German',
  slots: {
    thing: `Bestellung,Karte,Überweisung,Erstattung,Lieferung,Buchung,Rechnung,Anmeldung,App,Reservierung,Kündigung,Police`,
    when: `heute,morgen,am Freitag,heute Nachmittag,am Montag,nächste Woche,um 15 Uhr,vor Börsenschluss`,
    span: `zwei Stunden,drei Tagen,einer Woche,einem Monat,45 Minuten,zehn Tagen`,
    who: `der Berater,Ihr Personal,der Fahrer,meine Beraterin,Frau Keller,das Team,der Kundenservice,die Filiale`,
    doc: `Vertrag,Kontoauszug,Bericht,Angebot,Beleg,Nachweis,Antrag`,
    fault: `funktioniert nicht,ist immer noch nicht da,ist kaputt angekommen,wurde ohne Ankündigung storniert,ist gesperrt,wurde doppelt abgebucht,ist verloren gegangen,stürzt ständig ab`,
    verb: `mir den {doc} schicken,meine {thing} stornieren,500 Euro überweisen,einen Tisch reservieren,mich {when} anrufen,meine Adresse ändern,100 Aktien kaufen,den Termin bestätigen,den {doc} prüfen,meine Karte sperren`,
  },
  templates: {
    question: `wann kommt meine {thing}?
wie hoch sind die Gebühren?
was kostet das?
wann haben Sie {when} geöffnet?
wo finde ich meine {thing}?
wie kann ich meine PIN ändern?
haben Sie den {doc} bekommen?
gibt es Gebühren für eine Überweisung?
welche Unterlagen brauche ich?
wer ist mein Berater?
wo bist du
kommst du {when}?
hast du {when} Zeit?
warum steht da ausstehend?
kann man in Raten zahlen?
ist das online möglich?
wie lange dauert das?
wie geht's?
was meinst du?
gibt es Neuigkeiten?
ist der Termin noch aktuell?`,
    request: `können Sie {verb}?
könnten Sie bitte {verb}?
kannst du {verb}?
bitte {verb}
ich möchte {verb}
ich würde gerne {verb}
schicken Sie mir bitte den {doc}
schick mir den {doc} bitte
rufen Sie mich {when} an
ich brauche den {doc} {when}
geben Sie mir Bescheid
sag Bescheid, wenn du da bist
bitte bestätigen Sie die {thing}
ich bitte um den {doc}
ich suche ein Hotel in der Nähe
helfen Sie mir bei der {thing}
bitte um Rückruf {when}
wir bitten um Zusendung
wir benötigen den {doc}
bitte weiterleiten
halten Sie mich auf dem Laufenden`,
    complaint: `meine {thing} {fault}
meine {thing} {fault}!
meine {thing} {fault} und niemand meldet sich
ich warte seit {span} auf meine {thing}
seit {span} keine Antwort
ich habe meine {thing} immer noch nicht erhalten
das ist inakzeptabel
das ist eine Frechheit
miserabler Service
Ihr Service ist unterirdisch
{who} war sehr unfreundlich
{who} hat einfach aufgelegt
ich bin sehr enttäuscht von Ihnen
ich bin unzufrieden
ich habe die Nase voll
ich möchte mich beschweren
ich will eine Beschwerde einreichen
ich verlange mein Geld zurück
Sie haben doppelt abgebucht
Gebühren ohne meine Zustimmung
niemand geht ans Telefon
keiner kann mir helfen
warum antwortet niemand?
wo bleibt meine {thing}? Seit {span}!
schon zum dritten Mal {fault}
Abzocke
nie wieder
ich kündige
die App stürzt dauernd ab
das Essen war kalt und die Bedienung unhöflich
versprochen wurde ein Rückruf, passiert ist nichts
durch Ihren Fehler habe ich Geld verloren
Finger weg von dieser Firma
so ein Saftladen
absolute Katastrophe
peinlich für eine Bank`,
    compliment: `toller Service
{who} war sehr freundlich
{who} ist spitze
vielen Dank, {who} war sehr kompetent
ich liebe die neue App
ich bin sehr zufrieden
gute Arbeit
großes Lob an das Team
herzlichen Glückwunsch zum Ergebnis
der beste Service
schnell und zuverlässig, perfekt
kann ich nur empfehlen
super Beratung
ihr seid klasse
das ist großartig
sehr schöne Arbeit
hervorragend gemacht
bin begeistert von der {thing}
sehr lecker
Hut ab
alles bestens, gerne wieder`,
    other: `ok
alles klar
danke
vielen Dank
gern geschehen
ich bin in einer Besprechung
bin in zehn Minuten da
bis morgen
guten Morgen
schönen Abend
anbei der {doc}
ich habe den {doc} gestern geschickt
Ihre {thing} wurde bestätigt
das Treffen ist {when}
ja, passt
nein danke
ich glaube schon
weiß ich nicht
ich bin {when} nicht da
ich melde mich {when}
der Markt schloss etwas höher
gestern war ich im Kino
alles Gute zum Geburtstag
er arbeitet in Bonn
haha
sorry, war beschäftigt
wir haben Ihren {doc} erhalten
zur Kenntnis`,
  },
}
