/** Family name, first name, salutation, trade, name of the trade in a domain, town, postal code, area code. */
export const people = [
  ["Albrecht", "Anja", "Frau", "Bäckerei", "baeckerei", "Hannover", "30159", "511"],
  ["Becker", "Boris", "Herr", "Autohaus", "autohaus", "Köln", "50667", "221"],
  ["Conrad", "Cora", "Frau", "Praxis", "praxis", "Tübingen", "72070", "7071"],
  ["Dietrich", "Dirk", "Herr", "Tischlerei", "tischlerei", "Hamburg", "20354", "40"],
  ["Engel", "Eva", "Frau", "Blumen", "blumen", "Bremen", "28195", "421"],
  ["Fischer", "Fritz", "Herr", "Dachdecker", "dachdecker", "Leipzig", "04109", "341"],
  ["Graf", "Greta", "Frau", "Galerie", "galerie", "Dresden", "01067", "351"],
  ["Haas", "Hanno", "Herr", "Fahrrad", "fahrrad", "Münster", "48143", "251"],
  ["Iversen", "Ida", "Frau", "Reederei", "reederei", "Kiel", "24103", "431"],
  ["Jansen", "Jonas", "Herr", "Brauerei", "brauerei", "Bonn", "53111", "228"],
  ["Krüger", "Karla", "Frau", "Apotheke", "apotheke", "Erfurt", "99084", "361"],
  ["Lorenz", "Lars", "Herr", "Optik", "optik", "Mainz", "55116", "6131"],
  ["Maurer", "Mara", "Frau", "Architektur", "architektur", "Stuttgart", "70173", "711"],
  ["Neumann", "Nils", "Herr", "Elektro", "elektro", "Rostock", "18055", "381"],
  ["Ortmann", "Olga", "Frau", "Yoga", "yoga", "Freiburg", "79098", "761"],
  ["Pohl", "Paul", "Herr", "Steinmetz", "steinmetz", "Ulm", "89073", "731"],
  ["Quast", "Quirin", "Herr", "Metzgerei", "metzgerei", "Passau", "94032", "851"],
  ["Richter", "Rita", "Frau", "Kanzlei", "kanzlei", "Berlin", "10117", "30"],
  ["Seidel", "Simon", "Herr", "Musikschule", "musikschule", "Weimar", "99423", "3643"],
  ["Thiel", "Tanja", "Frau", "Catering", "catering", "Essen", "45127", "201"],
  ["Urban", "Uwe", "Herr", "Spedition", "spedition", "Kassel", "34117", "561"],
  ["Vogel", "Vera", "Frau", "Tierarzt", "tierarzt", "Potsdam", "14467", "331"],
  ["Wolf", "Wolfgang", "Herr", "Forstbetrieb", "forst", "Goslar", "38640", "5321"],
  ["Ziegler", "Zoe", "Frau", "Keramik", "keramik", "Trier", "54290", "651"],
] as const;

/** Replacements for umlauts in domain names. */
export const ascii = (name: string): string =>
  name.toLowerCase().replace(/[äöüß]/g, (letter) => ({ ä: "ae", ö: "oe", ü: "ue", ß: "ss" })[letter] ?? letter);
