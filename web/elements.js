// Elements: what a piece of the page should be, and the smallest change that makes it so. What has the focus stays.

/**
 * @typedef {{tag: string, key: string, attributes: Record<string, string>, properties: Record<string, unknown>,
 *   children: (Description | string)[]}} Description
 */

/**
 * Describes an element. Attributes that are null, undefined or false are left out; `key` tells it from its siblings;
 * `properties` are set where they differ.
 * @param {string} tag @param {object} [given] @param {(Description | string | null)[]} children
 * @returns {Description}
 */
export function element(tag, { key = "", properties = {}, ...attributes } = {}, ...children) {
  const there = Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined && value !== false);
  return {
    tag,
    key,
    attributes: Object.fromEntries(there.map(([name, value]) => [name, value === true ? "" : String(value)])),
    properties,
    children: children.flat().filter((child) => child !== null),
  };
}

/** @param {Description | string} description */
function made(description) {
  if (typeof description === "string") {
    return document.createTextNode(description);
  }
  const node = document.createElement(description.tag);
  node.mirrorKey = description.key;
  change(node, description);
  return node;
}

/** @param {Node} node @param {Description | string} description */
function fits(node, description) {
  if (typeof description === "string") {
    return node.nodeType === Node.TEXT_NODE;
  }
  return node.nodeType === Node.ELEMENT_NODE && node.localName === description.tag && node.mirrorKey === description.key;
}

/** @param {Element} node @param {Description} description */
function change(node, { attributes, properties, children }) {
  for (const { name } of [...node.attributes]) {
    if (!(name in attributes)) {
      node.removeAttribute(name);
    }
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (node.getAttribute(name) !== value) {
      node.setAttribute(name, value);
    }
  }
  update(node, children);
  for (const [name, value] of Object.entries(properties)) {
    if (node[name] !== value) {
      node[name] = value;
    }
  }
}

/**
 * Makes the children of a node as described. A node is used again for what has its key, so that it keeps the focus.
 * @param {Node} parent @param {(Description | string)[]} descriptions
 */
export function update(parent, descriptions) {
  const keyed = new Map([...parent.childNodes].filter(({ mirrorKey }) => mirrorKey).map((node) => [node.mirrorKey, node]));
  let next = parent.firstChild;
  for (const description of descriptions) {
    const wanted = typeof description === "string" ? undefined : keyed.get(description.key);
    if (wanted !== undefined && wanted !== next && fits(wanted, description)) {
      // What stands between goes, unless it comes later: moving a node would take its focus away.
      while (next !== wanted && next !== null && !isKept(next, descriptions)) {
        next = removed(next);
      }
      if (next !== wanted) {
        parent.insertBefore(wanted, next);
        next = wanted;
      }
    }
    if (next !== null && fits(next, description)) {
      if (typeof description === "string") {
        if (next.data !== description) {
          next.data = description;
        }
      } else {
        change(next, description);
      }
      next = next.nextSibling;
    } else {
      parent.insertBefore(made(description), next);
    }
  }
  while (next !== null) {
    next = removed(next);
  }
}

const isKept = (node, descriptions) =>
  node.mirrorKey !== undefined && node.mirrorKey !== "" && descriptions.some(({ key }) => key === node.mirrorKey);

function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
