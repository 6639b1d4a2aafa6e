import { inLine, inWords } from "../../sdk/redaction/text.js";
import { decide } from "../decisions/decide.js";
import { type RemovalQuestion, removalRows } from "../decisions/removal.js";
import { removalFacts } from "./removal-facts.js";
import { differences, invalidValues, onlyRecorded } from "./check.js";
import type { Context } from "../runtime/context.js";
import { create } from "./creation/creation.js";
import { checkDeleted, settleDeletions } from "./deletions.js";
import { declaredInputs, type Definition } from "../definition/definition.js";
import { nameOfDeclared, nameOfObject, naturalKey } from "../definition/object-name.js";
import { meansSame } from "./normalized-values.js";
import { outOfState, readText } from "../values/phrases.js";
import { messageOf, ProviderError, recordedText, UnfinishedError, UnreadError } from "../values/errors.js";
import { isWholeId } from "../values/id.js";
import { once } from "../../sdk/values/once.js";
import { maybeDeletedWithText, look, lookNow, unlessDeleted } from "./find.js";
import { maybeGone } from "../values/rejections.js";
import { type Announce, newProblems, replacementProblems } from "./preview-checks.js";
import { Subject } from "./creation/subject.js";
import { NotedRequest } from "./noted-request.js";
import { deviation, isImport, observed, writtenState } from "./state.js";
import { pick, type Properties } from "../values/properties.js";
import type { Replaced } from "../definition/members.js";
import { lostByReplacement, lostWithContainer } from "./replaced-costly.js";
import { remove } from "./delete.js";
import { checkAccount, elsewhereError, refusedElsewhere } from "./elsewhere.js";
import { refusal } from "./removal-messages.js";
import { sharedReplacement } from "./shared-object.js";
import { isUnconfirmed, nameOf, nothingProven, readerOf, timeoutOf, unfinishedKey } from "../values/reserved-properties.js";
import { variableName } from "../runtime/settings.js";
import { sameId } from "../values/object-keys.js";
import { nameSurplus } from "./surplus.js";
import { containsUnknown } from "../values/unknown-values.js";
import { waitFor } from "../values/poll.js";

export interface Difference {
  /**
   * `undefined`: the properties differ, and Pulumi shows how. `true`: only the state records a difference. `false`: nothing
   * differs.
   */
  readonly changes: boolean | undefined;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

export interface Observed {
  readonly id: string;
  readonly state: Properties;
  readonly inputs: Properties;
}

/** The lifecycle of one kind of resource, on plain objects. */
export interface Kernel {
  /**
   * Problems of a new resource with valid arguments that only the API shows.
   *
   */
  checkNew(inputs: Properties): Promise<readonly string[]>;
  diff(id: string, olds: Properties, news: Properties): Difference;
  /** Fails if the object lives at another address: nothing of this run may then depend on it. */
  checkAddress(id: string, state: Properties): void;
  /**
   * Fails if another login has seen the object and this one does not show it: Pulumi would call the resource unchanged, although the
   * account that the program names does not have the object. Not to be called if the object is replaced.
   */
  checkAccount(id: string, state: Properties): Promise<void>;
  /** Fails if the object may not stay as it is: this run deletes what it lies in. */
  checkKept(id: string, state: Properties): Promise<void>;
  /** Fails if the update would make it a different object for the program, and others have it. */
  checkBecomes(id: string, olds: Properties, news: Properties): Promise<void>;
  /** Fails if the object cannot be replaced only because its container is. */
  checkFollows(id: string, olds: Properties, news: Properties): Promise<void>;
  /**
   * Fails if the object cannot be replaced.
   *
   * @param names the properties that require a replacement
   */
  checkReplacement(id: string, olds: Properties, news: Properties, names: readonly string[]): Promise<void>;
  /**
   * Says what is lost with an object that Pulumi deletes because it replaces what contains it. Of such an object it asks no more before it
   * deletes it.
   */
  announceLoss(id: string, olds: Properties, news: Properties): void;
  /** Fails or warns if an earlier run sent the object's deletion and the object is not known to exist. */
  checkDeleted(id: string, olds: Properties, news: Properties): Promise<void>;
  create(inputs: Properties): Promise<{ id: string; state: Properties }>;
  /** `undefined`: proven gone. */
  read(id: string, state: Properties): Promise<Observed | undefined>;
  update(id: string, olds: Properties, news: Properties): Promise<Properties>;
  delete(id: string, state: Properties): Promise<void>;
}

/**
 * The rules for all kinds, applied to one definition. Each call that needs the API calls `context`, so that nothing is set up
 * before it is needed; `warn` works without it.
 */
export function createKernel(definition: Definition, context: () => Context, warn: Announce): Kernel {
  const call = async <T>(work: (current: Context) => Promise<T>): Promise<T> => {
    const current = context();
    return current.calls.during(() => work(current));
  };

  /** @param beginning of the sentence that says what is refused */
  const verify = async (question: RemovalQuestion, replaced: Replaced, beginning: () => string): Promise<void> => {
    const current = context();
    const verdict = await decide(removalRows, question, removalFacts(definition, current, replaced)).catch((error: unknown) => {
      throw new UnreadError(replaced.id, `${beginning()}.`, messageOf(error), error);
    });
    if (verdict?.act !== "refuse") return;
    throw refusal(beginning(), verdict, {
      kind: definition.kind,
      resource: nameOf(replaced.news),
      here: current.ownership.here,
    });
  };

  const read = async (current: Context, id: string, state: Properties): Promise<Observed | undefined> => {
    const title = once(() => nameOfObject(definition, id, state));
    const away = current.ownership.elsewhere(state);
    if (away?.isOtherAddress === true && !isImport(definition, state))
      throw new UnreadError(id, title(), `could not be read. ${elsewhereError(away).message}`);
    const isBare = isImport(definition, state);
    const reader = readerOf(state);
    const isReading = isBare && reader !== undefined;
    // Recorded before the lookup: even if that fails, no other entry may delete the object.
    if (isReading) {
      current.ownership.run.recordRead(definition.kind, id, reader);
      const giver = current.ownership.run.movingOn(definition.kind, id);
      if (giver?.movesOn === "replaced") throw new ProviderError(`${title()} cannot be read: ${readText(giver.name, reader)}`);
    }
    const lookup = look(definition, current, id, state);
    const found = await unlessDeleted(definition, current, id, state, lookup).catch((error: unknown) => {
      const advice =
        away !== undefined && maybeGone(error) ? ` ${refusedElsewhere(away)}` : maybeDeletedWithText(definition, id, error);
      throw new UnreadError(id, title(), `could not be read. ${messageOf(error)}${advice}`, error);
    });
    if (found !== undefined) {
      settleDeletions(definition, current, id, state);
      await nameSurplus(definition, current, id, state);
      const concern = definition.reading.concern?.(found);
      if (concern !== undefined)
        current.warn(
          `${nameOfObject(definition, id, { ...found.inputs, ...state })}: ${concern} The API cannot change this, so previews show no change.`,
          { facts: { code: "concern", kind: definition.kind, id } },
        );
      // The provider may know an object by several ids: a program that only reads it gets the canonical one, a managed one keeps its id.
      const shownId = isWholeId(found.id) && (isReading || sameId(found.id, id)) ? found.id : id;
      if (isReading && !sameId(shownId, id)) current.ownership.run.recordRead(definition.kind, shownId, reader);
      const { state: shown, inputs } = observed(definition, state, found);
      return {
        id: shownId,
        state: { ...shown, ...current.ownership.atHome(state) },
        inputs,
      };
    }
    // Without this, Pulumi would continue with an object without properties.
    if (isBare)
      throw new ProviderError(
        `${title()} does not exist at the provider, so it can neither be read nor imported. Check the id` +
          (reader === undefined
            ? "."
            : `; if it was deleted, remove the \`get\` of resource "${inLine(reader)}" from the program.`),
      );
    const isDeleted = current.ownership.notes.isDeleted(definition.kind, id, state);
    if (away !== undefined && !isDeleted)
      throw new UnreadError(id, title(), `could not be read. ${elsewhereError(away).message}`);
    if (isUnconfirmed(state)) throw new UnreadError(id, title(), `could not be read. ${nothingProven}`);
    current.ownership.isGone(definition.kind, id, definition.contents?.prefix(id));
    if (reader !== undefined) {
      current.warn(
        `${title()} is gone from the provider, and its entry leaves the Pulumi state. The program only reads it (\`get\`), so no run ` +
          `creates it: remove the \`get\` of resource "${inLine(reader)}" from the program.`,
      );
      return undefined;
    }
    if (!definition.costly || current.settings.whenGone === "recreate") return undefined;
    throw new ProviderError(
      `${title()} is gone from the provider. It stays in the Pulumi state, because otherwise the next \`up\` would order a new, billed one. ` +
        `If you no longer want it, remove it and its contents from the program, and from the state with ${outOfState}. To order it ` +
        `again, run \`${variableName("whenGone", current.settings.provider)}=recreate pulumi refresh\`, and then \`pulumi up\`.`,
    );
  };

  const update = async (current: Context, id: string, olds: Properties, news: Properties): Promise<Properties> => {
    const title = nameOfObject(definition, id, news);
    const recorded = (message: string, cause?: unknown) =>
      new UnfinishedError(
        `${title} ${message} ${recordedText(cause)}`,
        id,
        { ...olds, [unfinishedKey]: olds[unfinishedKey] ?? "could not be updated" },
        cause,
      );

    if (definition.update === undefined) {
      const limit = timeoutOf(news, isUnconfirmed(olds) ? "create" : "update");
      const found = await waitFor(current.clock, limit, () => lookNow(definition, current, id)).catch((error: unknown) => {
        throw recorded(`could not be confirmed. ${messageOf(error)}`, error);
      });
      if (found === undefined) throw recorded(`did not become visible within ${inWords(limit)}.`);
      const kept = Object.keys(definition.fields).filter((name) => meansSame(definition, olds, name, news[name]));
      const stated = Object.keys(definition.fields).filter((name) => definition.fields[name]!.absent === "nothing");
      const declared = Object.fromEntries(stated.map((name) => [name, news[name]]));
      return observed(definition, { ...olds, ...news, ...pick(olds, kept), ...declared }, found).state;
    }
    const { update } = definition;
    const noted = new NotedRequest(definition, current, { id, state: olds }, "update");
    await verify("update", { id, state: olds, news }, () => `${title} was not updated`);
    const written = await update(noted.context, id, declaredInputs(definition, news))
      .catch((error: unknown) => {
        noted.failed(error);
        throw new ProviderError(`${title} was not updated. ${messageOf(error)}`, error);
      })
      .finally(() => current.listings.invalidate(definition.kind, naturalKey(definition, news)));
    noted.done(olds[unfinishedKey] === undefined && differences(definition, olds, news).update.length === 0);
    const differing = deviation(definition, news, written);
    if (differing !== undefined) throw recorded(`was updated, but ${differing.message}`, differing);
    return { ...writtenState(definition, news, written), ...current.ownership.atHome(olds) };
  };

  return {
    checkNew: (inputs) => newProblems(new Subject(definition, context(), inputs), warn),

    diff(id, olds, news) {
      const { update, replace } = differences(definition, olds, news);
      const differs = update.length > 0 || replace.length > 0;
      const lost = (definition.recovery?.revealed ?? []).filter((name) => olds[name] === undefined);
      if (lost.length > 0 && (replace.length === 0 || isImport(definition, olds)))
        warn(
          `${nameOfObject(definition, id, news)}: the state does not have its ${lost.join(", ")}, which is shown at creation only. To get a new one, run ` +
            "`pulumi up --replace <urn>`.",
        );
      for (const name of onlyRecorded(definition, olds, news))
        warn(
          `${nameOfObject(definition, id, news)}: ${name} is only recorded in the state. The API neither changes nor shows it, so it may differ at ` +
            "the provider.",
        );
      return {
        changes: olds[unfinishedKey] !== undefined ? true : differs ? undefined : false,
        replaces: replace,
        deleteBeforeReplace: replace.length > 0 && definition.replacement.order === "delete-first",
      };
    },

    checkAddress(id, state) {
      const away = context().ownership.elsewhere(state);
      if (away?.isOtherAddress === true)
        throw new UnreadError(id, nameOfObject(definition, id, state), `was not compared. ${elsewhereError(away).message}`);
    },

    async checkAccount(id, state) {
      if (context().ownership.elsewhere(state) === undefined) return;
      await call((current) => checkAccount(definition, current, id, state));
    },

    checkKept: (id, state) =>
      verify("keep", { id, state, news: state }, () => `${nameOfObject(definition, id, state)} was not compared`),

    async checkBecomes(id, olds, news) {
      if (containsUnknown(declaredInputs(definition, news)) || naturalKey(definition, olds) === naturalKey(definition, news))
        return;
      context().ownership.run.recordEntry(definition.kind, id, olds, { name: nameOf(news), movesOn: "updated" });
      const beginning = () => `${nameOfObject(definition, id, olds)} cannot become ${nameOfDeclared(definition, news)}`;
      await verify("become", { id, state: olds, news }, beginning);
    },

    checkFollows: (id, olds, news) =>
      verify("follow", { id, state: olds, news }, () => `${nameOfObject(definition, id, olds)} cannot be replaced`),

    async checkReplacement(id, olds, news, names) {
      const { ownership } = context();
      const replaced = { id, state: olds, news };
      if (!containsUnknown(declaredInputs(definition, news)))
        ownership.run.recordEntry(definition.kind, id, olds, { name: nameOf(news), movesOn: "replaced" });
      const refused = `${nameOfObject(definition, id, olds)} cannot be replaced because of ${names.join(", ")}`;
      const invalid = invalidValues(definition, news);
      if (invalid.length > 0) throw new ProviderError(`${refused}. ${invalid.join("; ")}.`);
      await call(async (current) => {
        // Otherwise the new object would be created before the deletion of the old one fails.
        await verify("replace", replaced, () => refused);
        // The lookups of a new name must not take the object's own name for a foreign one.
        ownership.run.recordShown(definition.kind, id);
        const problems = await replacementProblems(new Subject(definition, current, news), warn, id);
        if (problems.length > 0) throw new ProviderError(`${refused}. ${problems.join(" ")}`);
        const staying = sharedReplacement(definition, ownership, id, olds);
        const lost = staying ?? lostByReplacement(definition, ownership, replaced);
        if (lost !== undefined) warn(lost, staying === undefined ? { facts: { code: "loss", kind: definition.kind, id } } : {});
      });
      if (definition.deletion.undeletable !== undefined && definition.identity.singleton !== true)
        warn(
          `${nameOfDeclared(definition, olds)}: a new one is created, and the old one (${id}) stays, because the API cannot delete it.`,
        );
    },

    announceLoss(id, olds, news) {
      const { ownership } = context();
      const lost = lostWithContainer(definition, ownership, { id, state: olds, news });
      if (ownership.run.deletedAround(id) !== undefined)
        ownership.run.recordDeclaration({ kind: definition.kind, name: nameOf(news) }, { deletedFirst: id });
      if (lost !== undefined) warn(lost, { facts: { code: "loss", kind: definition.kind, id } });
    },

    checkDeleted: (id, olds, news) => call((current) => checkDeleted(definition, current, id, olds, news)),
    create: (inputs) => call((current) => create(definition, current, inputs)),
    read: (id, state) => call((current) => read(current, id, state)),
    update: (id, olds, news) => call((current) => update(current, id, olds, news)),
    delete: (id, state) => call((current) => remove(definition, current, id, state)),
  };
}
